import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type KilledRuns, openKilledRuns } from '../../support/kills/killedRuns'

let runs: KilledRuns

beforeEach(async () => {
  runs = await openKilledRuns(['wang@ep.test', 'anna@elsewhere.example'])
})

afterEach(() => runs.close())

const once = { wang: 1, bea: 1, sent: 1, drafts: 0, waits: false }

describe('R1: a gateway killed while it sends', () => {
  it.each([
    'spooled',
    'onRecord',
    'claimed',
    'sentKept',
    'draftRemoved',
    'replyNoted',
    'handedIn',
    'handInNoted',
    'beforeHandOver',
    'handOutNoted',
    'settled',
  ])('R1: killed at %s, it sends everything once after the restart', async (killAt) => {
    const { yes, signal } = await runs.sendAndDie(killAt)
    expect(signal).toBe('SIGKILL')
    expect(await runs.afterRestart({ again: !yes })).toEqual({ ...once, notices: 0 })
    expect(runs.sink.taken).toHaveLength(1)
  })

  it.each([
    ['handing', 0],
    ['handedOut', 1],
  ] as const)('R1: killed at %s, it hands out nothing twice and tells the sender', async (killAt, taken) => {
    expect((await runs.sendAndDie(killAt)).signal).toBe('SIGKILL')
    expect(await runs.afterRestart({ again: false })).toEqual({ ...once, notices: 1 })
    expect(runs.sink.taken).toHaveLength(taken)
  })
})
