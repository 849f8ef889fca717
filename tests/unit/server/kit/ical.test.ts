/** Invitations as the programs of the world write them, and as nobody should. */
import { describe, expect, it } from 'vitest'
import { readInvite } from '#server/kit/ical'

const event = (...lines: string[]) =>
  ['BEGIN:VCALENDAR', 'METHOD:REQUEST', 'BEGIN:VEVENT', ...lines, 'END:VEVENT', 'END:VCALENDAR'].join('\r\n')
const start = (line: string) => readInvite(event(line))?.start
const utc = Date.UTC(2026, 10, 23, 2, 0)

describe('an invitation', () => {
  it('says what, where, by whom', () => {
    const text = event(
      'SUMMARY;LANGUAGE=zh-CN:周会\\, 第 3 次',
      'LOCATION:Room 1\\nFloor 2',
      'ORGANIZER;CN="Chen; Siyuan":mailto:chen@example.cn',
      'RRULE:FREQ=WEEKLY',
    )
    expect(readInvite(text)).toMatchObject({
      method: 'request',
      summary: '周会, 第 3 次',
      location: 'Room 1 Floor 2',
      organizer: { name: 'Chen; Siyuan', address: 'chen@example.cn' },
      repeats: true,
    })
  })

  it('says who is asked and what they said, the first fifty by name', () => {
    const many = Array.from({ length: 60 }, (_, n) => `ATTENDEE;PARTSTAT=NEEDS-ACTION:mailto:p${n}@ep.test`)
    const invite = readInvite(
      event(
        'ATTENDEE;CN=林;PARTSTAT=ACCEPTED:MAILTO:lin@ep.test',
        'ATTENDEE;PARTSTAT=declined:mailto:wang@ep.test',
        ...many,
      ),
    )
    expect(invite?.attendees.slice(0, 3)).toEqual([
      { name: '林', address: 'lin@ep.test', answer: 'accepted' },
      { name: '', address: 'wang@ep.test', answer: 'declined' },
      { name: '', address: 'p0@ep.test', answer: 'open' },
    ])
    expect(invite?.attendees).toHaveLength(50)
    expect(invite?.moreAttendees).toBe(12)
  })

  it.each([
    ['DTSTART:20261123T020000Z', { kind: 'instant', at: utc }],
    ['DTSTART;TZID=Asia/Shanghai:20261123T100000', { kind: 'instant', at: utc }],
    ['DTSTART;TZID="China Standard Time":20261123T100000', { kind: 'instant', at: utc }],
    ['DTSTART;TZID=America/New_York:20261122T210000', { kind: 'instant', at: utc }],
    ['DTSTART;VALUE=DATE:20261123', { kind: 'day', date: '2026-11-23' }],
    ['DTSTART:20261123T100000', { kind: 'local', text: '2026-11-23 10:00', zone: null }],
    ['DTSTART;TZID=Nowhere/Land:20261123T100000', { kind: 'local', text: '2026-11-23 10:00', zone: 'Nowhere/Land' }],
    ['DTSTART:20261399T100000', null],
    ['DTSTART:tomorrow', null],
  ])('R17: %s', (line, expected) => {
    expect(start(line)).toEqual(expected)
  })

  it('R17: keeps its hour on both sides of a change of the clocks', () => {
    const at = (line: string) => {
      const time = start(line)
      return time?.kind === 'instant' ? new Date(time.at).toISOString() : time
    }
    expect(at('DTSTART;TZID=Europe/Berlin:20261025T010000')).toBe('2026-10-24T23:00:00.000Z')
    expect(at('DTSTART;TZID=Europe/Berlin:20261025T040000')).toBe('2026-10-25T03:00:00.000Z')
  })

  it('takes folded lines together, and leaves an alarm’s fields to the alarm', () => {
    const text = event('SUMMARY:one', ' \ttwo', 'BEGIN:VALARM', 'LOCATION:not here', 'END:VALARM')
    expect(readInvite(text)).toMatchObject({ summary: 'one two', location: '' })
  })

  it('is cancelled by its method or its status', () => {
    expect(readInvite(event('STATUS:CANCELLED'))?.method).toBe('cancel')
    expect(readInvite(event().replace('REQUEST', 'CANCEL'))?.method).toBe('cancel')
  })

  it('is none where there is no event', () => {
    for (const text of ['', 'BEGIN:VCALENDAR\nEND:VCALENDAR', '\u0000\u0001', ':::;;;']) {
      expect(readInvite(text)).toBeNull()
    }
  })

  it('S2, S31: holds no control that could mislead', () => {
    expect(readInvite(event('SUMMARY:a\u202eb\u0007c'))?.summary).toBe('a b c')
  })
})
