/** Local times that a change of the clock skips or doubles, whichever zone the process runs in. */
import { describe, expect, it } from 'vitest'
import { clockChangeAt, instantOf } from '#src/features/sending/schedule/scheduleTimes'

describe.each([
  // Forward at 02:00 on 8 March 2026, back at 02:00 on 1 November 2026.
  [
    'America/New_York',
    '2026-03-08T02:30',
    '2026-03-08T07:30Z',
    '2026-11-01T01:30',
    ['2026-11-01T05:30Z', '2026-11-01T06:30Z'],
  ],
  // Forward at 02:00 on 29 March 2026, back at 03:00 on 25 October 2026.
  [
    'Europe/Berlin',
    '2026-03-29T02:30',
    '2026-03-29T01:30Z',
    '2026-10-25T02:30',
    ['2026-10-25T00:30Z', '2026-10-25T01:30Z'],
  ],
  // By half an hour: forward at 02:00 on 4 October 2026, back at 02:00 on 5 April 2026.
  [
    'Australia/Lord_Howe',
    '2026-10-04T02:15',
    '2026-10-03T15:45Z',
    '2026-04-05T01:45',
    ['2026-04-04T14:45Z', '2026-04-04T15:15Z'],
  ],
] as const)('in %s', (zone, skipped, sentAt, doubled, both) => {
  it('a time that the clock skips is told with the instant at which the mail goes', () => {
    expect(clockChangeAt(skipped, zone)).toEqual({ kind: 'skipped', at: Date.parse(sentAt) })
    expect(instantOf(skipped, zone)).toBe(Date.parse(sentAt))
  })

  it('a time that the clock shows twice is told with both, and the first is meant unless another is chosen', () => {
    const [first, second] = both.map((text) => Date.parse(text))
    expect(clockChangeAt(doubled, zone)).toEqual({ kind: 'doubled', first, second })
    expect(instantOf(doubled, zone)).toBe(first)
  })

  it('other times of those days stand once', () => {
    for (const date of [skipped, doubled].map((text) => text.slice(0, 10)))
      for (const time of ['00:00', '00:59', '04:00', '12:00', '23:59'])
        expect(clockChangeAt(`${date}T${time}`, zone)).toBeNull()
  })
})

it('what is no time changes with no clock', () => {
  expect(clockChangeAt('', 'Asia/Shanghai')).toBeNull()
})
