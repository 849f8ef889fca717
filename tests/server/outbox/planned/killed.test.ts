/** What was given a time, can be undone, or goes to each recipient alone: killed at every step, it goes once or not at all. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type KilledRuns, openKilledRuns } from '#tests/support/kills/killedRuns'

let runs: KilledRuns

beforeEach(async () => {
  runs = await openKilledRuns(['wang@ep.test', 'anna@elsewhere.example', 'olga@elsewhere.example'])
})

afterEach(() => runs.close())

const once = { wang: 1, bea: 1, sent: 1, drafts: 0, waits: false }
/** Whom the relay was given a mail for, in each mail that it took. */
const handed = () => runs.sink.taken.map(({ to }) => [...to].sort().join()).sort()
const together = ['anna@elsewhere.example,olga@elsewhere.example']
const apart = ['anna@elsewhere.example', 'olga@elsewhere.example']

describe.each([
  ['held', 'R1: a mail that can still be undone'],
  ['scheduled', 'R22: a scheduled mail'],
] as const)('%s', (way, what) => {
  it.each(['spooled', 'onRecord'])(
    `${what}, whose gateway is killed at %s and away when it falls due, goes once`,
    async (killAt) => {
      const { yes, signal } = await runs.sendAndDie(killAt, way)
      expect({ yes, signal }).toEqual({ yes: false, signal: 'SIGKILL' })
      expect(await runs.afterRestart({ again: true, way })).toEqual({ ...once, notices: 0 })
      expect(handed()).toEqual(together)
    },
  )

  it.each(['claimed', 'sentKept', 'handedIn', 'handInNoted', 'beforeHandOver', 'handOutNoted', 'settled'])(
    `${what}, whose gateway is killed at %s, goes once`,
    async (killAt) => {
      const { yes, signal } = await runs.sendAndDie(killAt, way)
      expect({ yes, signal }).toEqual({ yes: true, signal: 'SIGKILL' })
      expect(await runs.afterRestart({ again: false, way })).toEqual({ ...once, notices: 0 })
      expect(handed()).toEqual(together)
    },
  )
})

describe('R1: a mail that goes to each recipient alone', () => {
  it.each(['onRecord', 'sentKept', 'handedIn 2', 'handInNoted', 'beforeHandOver 2', 'handOutNoted', 'handOutNoted 2'])(
    'R1: killed at %s, each of them gets it once',
    async (killAt) => {
      const { yes, signal } = await runs.sendAndDie(killAt, 'separate')
      expect(signal).toBe('SIGKILL')
      expect(await runs.afterRestart({ again: !yes, way: 'separate' })).toEqual({ ...once, notices: 0 })
      expect(handed()).toEqual(apart)
    },
  )

  it.each([
    ['handing', ['olga@elsewhere.example']],
    ['handedOut', apart],
    ['handedOut 2', apart],
  ] as const)(
    'R1: killed at %s, nobody gets it twice, and the sender is told whose is not sure',
    async (killAt, taken) => {
      expect((await runs.sendAndDie(killAt, 'separate')).signal).toBe('SIGKILL')
      expect(await runs.afterRestart({ again: false, way: 'separate' })).toEqual({ ...once, notices: 1 })
      expect(handed()).toEqual(taken)
    },
  )
})

describe('R1: an undo', () => {
  it('R1: killed before the mail has left the journal, it leaves a draft, and the mail of which nothing was said goes once', async () => {
    expect(await runs.sendAndDie('backInDrafts', 'undone')).toEqual({ yes: true, back: false, signal: 'SIGKILL' })
    expect(await runs.afterRestart({ again: false, way: 'undone' })).toEqual({ ...once, drafts: 1, notices: 0 })
    expect(handed()).toEqual(together)
  })

  it.each(['takenBack', 'never'])('R1: killed at %s, the mail is a draft and never goes', async (killAt) => {
    await runs.sendAndDie(killAt, 'undone')
    const none = { wang: 0, bea: 0, sent: 0, drafts: 1, notices: 0, waits: false }
    expect(await runs.afterRestart({ again: false, way: 'undone' })).toEqual(none)
    expect(handed()).toEqual([])
  })
})
