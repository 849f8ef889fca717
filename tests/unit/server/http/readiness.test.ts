import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { makeReadiness } from '#server/http/readiness'

describe('readiness', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('names the parts that fail, whether they say so, break or stay silent', async () => {
    const checks = {
      database: async () => true,
      broken: () => Promise.reject(new Error('away')),
      refused: async () => false,
      silent: () => new Promise<boolean>(() => undefined),
    }
    const failing = makeReadiness({ checks, now: Date.now, patienceMs: 1_000 }).failing()
    await vi.advanceTimersByTimeAsync(1_000)
    expect(await failing).toEqual(['broken', 'refused', 'silent'])
  })

  it('asks each part once in a while, however often it is asked', async () => {
    const database = vi.fn(async () => true)
    const readiness = makeReadiness({ checks: { database }, now: Date.now, keptMs: 2_000 })
    await Promise.all(Array.from({ length: 50 }, () => readiness.failing()))
    expect(database).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(2_000)
    database.mockResolvedValue(false)
    expect(await readiness.failing()).toEqual(['database'])
    expect(database).toHaveBeenCalledTimes(2)
  })

  it('R18: is over at once when the gateway is to end, though all is well', async () => {
    const database = vi.fn(async () => true)
    const readiness = makeReadiness({ checks: { database }, now: Date.now, keptMs: 2_000 })
    expect(await readiness.failing()).toEqual([])
    const asked = readiness.failing()
    readiness.drain()
    expect(await asked).toEqual(['closing'])
    // Nobody is waited for any more.
    database.mockReturnValue(new Promise(() => undefined))
    await vi.advanceTimersByTimeAsync(2_000)
    expect(await readiness.failing()).toEqual(['closing'])
    expect(database).toHaveBeenCalledTimes(1)
  })
})
