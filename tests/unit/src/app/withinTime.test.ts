import { afterEach, expect, it, vi } from 'vitest'
import { withinTime } from '../../../../src/app/routes/withinTime'

afterEach(() => vi.useRealTimers())

it('R15: code that has not arrived after 120 seconds counts as failed', async () => {
  vi.useFakeTimers()
  const outcome = expect(withinTime(new Promise(() => undefined))).rejects.toThrow('in time')
  await vi.advanceTimersByTimeAsync(120_000)
  await outcome
})

it('hands on what arrives', async () => {
  await expect(withinTime(Promise.resolve('page'))).resolves.toBe('page')
})
