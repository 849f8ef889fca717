/** Quiet hours and work hours by the clock of a zone, with changes of the clock between. */
import { expect, it } from 'vitest'
import { initialSettings } from '#contract/settings'
import { isQuietTime, isWorkTime, nextWorkTime } from '#src/store/settings/workTime'

const minute = 60_000

it.each([
  // Summer time until 25 October 2026, winter time from then on.
  ['Europe/Berlin', ['2026-10-23T20:00Z', '2026-10-24T20:00Z', '2026-10-25T21:00Z', '2026-10-26T21:00Z']],
  // Forward on 8 March 2026.
  ['America/New_York', ['2026-03-07T03:00Z', '2026-03-08T03:00Z', '2026-03-09T02:00Z']],
  ['Asia/Shanghai', ['2026-10-24T14:00Z', '2026-10-25T14:00Z']],
])(
  'quiet hours in %s begin and end at the same local minute before and after a change of the clock',
  (zone, starts) => {
    const quiet = (at: number) => isQuietTime(at, zone, { ...initialSettings, quietHours: '22:00-07:30' })
    for (const start of starts.map((text) => Date.parse(text))) {
      expect([quiet(start - minute), quiet(start), quiet(start + 2 * 60 * minute + minute)]).toEqual([
        false,
        true,
        true,
      ])
    }
    const wall = (at: number) => new Intl.DateTimeFormat('sv-SE', { timeZone: zone, timeStyle: 'short' }).format(at)
    const first = Date.parse(starts[0] ?? '')
    const ends: string[] = []
    for (let at = first; at < first + 4 * 24 * 60 * minute; at += minute)
      if (quiet(at - minute) && !quiet(at)) ends.push(wall(at))
    expect(ends).toEqual(['07:30', '07:30', '07:30', '07:30'])
  },
)

it('hours within one day end on that day, and none are quiet where none are chosen', () => {
  const at = Date.parse('2026-11-18T13:00+08:00')
  const quiet = (quietHours: string) => isQuietTime(at, 'Asia/Shanghai', { ...initialSettings, quietHours })
  expect(['12:30-14:00', '12:30-13:00', '13:00-13:05', 'off'].map(quiet)).toEqual([true, false, true, false])
})

it('outside work is quiet only where that is chosen; hours over midnight belong to the day on which they begin', () => {
  const zone = 'Asia/Shanghai'
  const night = { workDays: '5', workHours: '22:00-06:00' }
  const works = (text: string) => isWorkTime(Date.parse(`${text}+08:00`), zone, night)
  // Friday is 20 November 2026.
  expect(works('2026-11-20T23:00')).toBe(true)
  expect(works('2026-11-21T05:59')).toBe(true)
  expect(works('2026-11-21T06:00')).toBe(false)
  expect(works('2026-11-20T05:00')).toBe(false)
  expect(works('2026-11-21T23:00')).toBe(false)
  const sunday = { workDays: '7', workHours: '22:00-06:00' }
  expect(isWorkTime(Date.parse('2026-11-23T01:00+08:00'), zone, sunday)).toBe(true)
  const at = Date.parse('2026-11-21T12:00+08:00')
  expect(isQuietTime(at, zone, { ...initialSettings, ...night, outsideWork: 'tell' })).toBe(false)
  expect(isQuietTime(at, zone, { ...initialSettings, ...night, outsideWork: 'hold' })).toBe(true)
})

it('work begins next on a work day at its minute, across a change of the clock too', () => {
  const work = { workDays: '1', workHours: '09:00-17:00' }
  const friday = Date.parse('2026-10-23T18:00Z')
  expect(nextWorkTime(friday, 'Europe/Berlin', work)).toBe(Date.parse('2026-10-26T08:00Z'))
  // A minute late on a Monday is a week early.
  const late = Date.parse('2026-10-26T08:01Z')
  expect(nextWorkTime(late, 'Europe/Berlin', work)).toBe(Date.parse('2026-11-02T08:00Z'))
})
