import { describe, expect, it } from 'vitest'
import { instantOf, presetsAt, timeFault } from '#src/features/sending/schedule/scheduleTimes'
import { wallText } from '#src/lib/clock/wallTime'

const minute = 60_000
const day = 24 * 60 * minute
const zone = 'Asia/Shanghai'
/** Work goes on whenever these look. */
const always = { workDays: '1,2,3,4,5,6,7', workHours: '00:00-23:59' }
const shanghai = (text: string) => Date.parse(`${text}+08:00`)
/** A Wednesday. */
const wednesday = (hours: number, minutes = 0) => shanghai('2026-11-18T00:00') + (hours * 60 + minutes) * minute
const textsAt = (now: number, there = zone) =>
  presetsAt(now, there, always).map(({ key, at }) => [key, wallText(at, there)])

describe('the times that are offered', () => {
  it('are an hour from now, this evening, tomorrow and next Monday', () => {
    expect(textsAt(wednesday(10, 20))).toEqual([
      ['inAnHour', '2026-11-18T11:20'],
      ['thisEvening', '2026-11-18T18:00'],
      ['tomorrow', '2026-11-19T09:00'],
      ['nextMonday', '2026-11-23T09:00'],
    ])
  })

  it('leave out the evening once it has come, to the two minutes that sending later needs', () => {
    expect(presetsAt(wednesday(17, 58), zone, always).map(({ key }) => key)).toContain('thisEvening')
    expect(presetsAt(wednesday(17, 58) + 1, zone, always).map(({ key }) => key)).not.toContain('thisEvening')
  })

  it('name Monday once on a Sunday, and mean the coming one on a Monday', () => {
    const sunday = shanghai('2026-11-22T12:00')
    expect(presetsAt(sunday, zone, always).map(({ key }) => key)).toEqual(['inAnHour', 'thisEvening', 'tomorrow'])
    const monday = shanghai('2026-11-23T08:00')
    expect(textsAt(monday).at(-1)).toEqual(['nextMonday', '2026-11-30T09:00'])
  })
})

it('the next work hours are offered to whoever is outside theirs', () => {
  const work = { workDays: '1,2,3,4,5', workHours: '08:30-17:30' }
  const offered = (text: string) =>
    presetsAt(shanghai(text), zone, work).flatMap(({ key, at }) => (key === 'workTime' ? [wallText(at, zone)] : []))
  expect(offered('2026-11-18T10:00')).toEqual([])
  expect(offered('2026-11-18T17:30')).toEqual(['2026-11-19T08:30'])
  expect(offered('2026-11-18T08:00')).toEqual(['2026-11-18T08:30'])
  // A Friday evening.
  expect(offered('2026-11-20T20:00')).toEqual(['2026-11-23T08:30'])
})

describe.each([
  // Back at 02:00 on 1 November 2026.
  ['America/New_York', '2026-10-31T20:00', '2026-11-01T09:00', '2026-11-02T09:00'],
  // Forward at midnight on 24 April 2026, whose first hour there is not.
  ['Africa/Cairo', '2026-04-23T20:00', '2026-04-24T09:00', '2026-04-27T09:00'],
])('where a change of the clock lies between, in %s', (there, now, tomorrow, monday) => {
  it('the times that are offered are those of the clock on their days', () => {
    expect(textsAt(instantOf(now, there) ?? 0, there).slice(1)).toEqual([
      ['tomorrow', tomorrow],
      ['nextMonday', monday],
    ])
  })
})

describe('a time that is typed', () => {
  it('reads as it is written, and as nothing where it is none', () => {
    expect(instantOf(wallText(wednesday(9), zone), zone)).toBe(wednesday(9))
    for (const text of ['', 'tomorrow', '2026-13-40T99:99']) expect(instantOf(text, zone)).toBeNull()
  })

  it('lies two minutes ahead at least, and within the days of the tier', () => {
    const now = wednesday(9)
    expect(timeFault(null, now, 'soho')).toBe('scheduleEmpty')
    expect(timeFault(now + 2 * minute - 1, now, 'soho')).toBe('scheduleTooSoon')
    expect(timeFault(now + 2 * minute, now, 'soho')).toBeNull()
    expect(timeFault(now + 31 * day, now, 'free')).toBeNull()
    expect(timeFault(now + 31 * day + 1, now, 'free')).toBe('scheduleTooFar')
    expect(timeFault(now + 31 * day + 1, now, 'soho')).toBeNull()
  })
})
