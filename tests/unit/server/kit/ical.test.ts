/** Invitations as the programs of the world write them, and as nobody should. */
import { describe, expect, it } from 'vitest'
import { type InviteTime, readInvite } from '#server/kit/ical/readInvite'
import { windowsZones } from '#server/kit/ical/windowsZones'

const event = (...lines: string[]) =>
  ['BEGIN:VCALENDAR', 'METHOD:REQUEST', 'BEGIN:VEVENT', ...lines, 'END:VEVENT', 'END:VCALENDAR'].join('\r\n')
const start = (line: string) => readInvite(event(line))?.start
const utc = Date.UTC(2026, 10, 23, 2, 0)
const isoOf = (time: InviteTime | null | undefined) =>
  time?.kind === 'instant' ? new Date(time.at).toISOString() : (time ?? null)

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
    ['DTSTART;TZID=(UTC+08:00) Beijing, Chongqing; Urumqi:20261123T100000', { kind: 'instant', at: utc }],
    ['DTSTART;VALUE=DATE-TIME;TZID="(GMT+08.00) Beijing / Urumqi":20261123T100000', { kind: 'instant', at: utc }],
    ['DTSTART;TZID=tzone://Microsoft/Utc:20261123T020000', { kind: 'instant', at: utc }],
    ['DTSTART;TZID=UTC+08:00:20261123T100000', { kind: 'instant', at: utc }],
    ['DTSTART;TZID=+0800:20261123T100000', { kind: 'instant', at: utc }],
    ['DTSTART;TZID=Asia/Beijing:20261123T100000', { kind: 'instant', at: utc }],
    ['DTSTART;TZID=中国标准时间:20261123T100000', { kind: 'instant', at: utc }],
    ['DTSTART:2026-11-23T02:00:00.000Z', { kind: 'instant', at: utc }],
    ['DTSTART:2026-11-23', { kind: 'day', date: '2026-11-23' }],
    [
      'DTSTART;TZID="(UTC-05:00) Eastern Time (US & Canada)":20260801T100000',
      { kind: 'local', text: '2026-08-01 10:00', zone: '(UTC-05:00) Eastern Time (US & Canada)' },
    ],
    ['DTSTART:20261399T100000', null],
    ['DTSTART:tomorrow', null],
  ])('R17: %s', (line, expected) => {
    expect(start(line)).toEqual(expected)
  })

  it('R17: keeps its hour on both sides of a change of the clocks', () => {
    const at = (line: string) => isoOf(start(line))
    expect(at('DTSTART;TZID=Europe/Berlin:20261025T010000')).toBe('2026-10-24T23:00:00.000Z')
    expect(at('DTSTART;TZID=Europe/Berlin:20261025T040000')).toBe('2026-10-25T03:00:00.000Z')
  })

  it('R17: shows the hour that comes twice as the first one, and one that never comes as by the clock before', () => {
    expect(isoOf(start('DTSTART;TZID=Europe/Berlin:20261025T023000'))).toBe('2026-10-25T00:30:00.000Z')
    expect(isoOf(start('DTSTART;TZID=Europe/Berlin:20260329T023000'))).toBe('2026-03-29T01:30:00.000Z')
  })

  it.each([
    ['SE Asia Standard Time', '09:00', '02:00'],
    ['Russian Standard Time', '09:00', '06:00'],
    ['Arabian Standard Time', '09:00', '05:00'],
    ['Nepal Standard Time', '09:00', '03:15'],
    ['Kamchatka Standard Time', '21:00', '09:00'],
    ['central standard time (mexico)', '09:00', '15:00'],
    ['UTC-02', '09:00', '11:00'],
    ['/mozilla.org/20050126_1/Europe/Berlin', '09:00', '07:00'],
    ['/example.com/Olson/America/Argentina/Buenos_Aires', '09:00', '12:00'],
    ['tzone://Microsoft/Utc', '09:00', '09:00'],
    ['America/New York', '09:00', '13:00'],
    ['Asia/Calcutta', '09:00', '03:30'],
    ['GMT', '09:00', '09:00'],
    ['GMT+8', '09:00', '01:00'],
    ['UTC-03:30', '09:00', '12:30'],
  ])('R17: knows the zone %s', (zone, shown, inUtc) => {
    const line = `DTSTART;TZID="${zone}":20260801T${shown.replace(':', '')}00`
    expect(isoOf(start(line))).toBe(`2026-08-01T${inUtc}:00.000Z`)
  })

  it('R17: knows every name that Windows has for a zone', () => {
    expect(Object.keys(windowsZones).length).toBeGreaterThan(139)
    for (const name of Object.keys(windowsZones))
      expect(start(`DTSTART;TZID=${name}:20260801T090000`), name).toMatchObject({ kind: 'instant' })
  })

  it('takes folded lines together, and leaves an alarm’s fields to the alarm', () => {
    const text = event('SUMMARY:one', ' \ttwo', 'BEGIN:VALARM', 'LOCATION:not here', 'END:VALARM')
    expect(readInvite(text)).toMatchObject({ summary: 'one two', location: '' })
  })

  it('is cancelled by its method or its status', () => {
    expect(readInvite(event('STATUS:CANCELLED'))?.method).toBe('cancel')
    expect(readInvite(event().replace('REQUEST', 'CANCEL'))?.method).toBe('cancel')
  })

  it('S30: looks for a stray colon in lines of usual length alone', () => {
    const odd = (times: number) => start(`DTSTART;${'TZID=:;'.repeat(times)}TZID=UTC+08:00:20261123T100000`)
    expect(odd(1)).not.toBeNull()
    expect(odd(100)).toBeNull()
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

/** One observance of a zone: `STANDARD` or `DAYLIGHT`. */
const observance = (kind: string, from: string, to: string, ...lines: string[]) => [
  `BEGIN:${kind}`,
  `TZOFFSETFROM:${from}`,
  `TZOFFSETTO:${to}`,
  ...lines,
  `END:${kind}`,
]
const zoned = (id: string, rules: readonly string[], at: string) =>
  ['BEGIN:VCALENDAR', 'BEGIN:VTIMEZONE', `TZID:${id}`, ...rules, 'END:VTIMEZONE']
    .concat('BEGIN:VEVENT', `DTSTART;TZID="${id.replaceAll('\\', '')}":${at}`, 'END:VEVENT', 'END:VCALENDAR')
    .join('\r\n')
const instantOf = (id: string, rules: readonly string[], at: string) => isoOf(readInvite(zoned(id, rules, at))?.start)

const european = [
  ...observance('DAYLIGHT', '+0100', '+0200', 'DTSTART:16010101T020000', 'RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3'),
  ...observance('STANDARD', '+0200', '+0100', 'DTSTART:16010101T030000', 'RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10'),
]
const american = [
  ...observance('STANDARD', '-0400', '-0500', 'DTSTART:20071104T020000', 'RRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=1SU'),
  ...observance(
    'DAYLIGHT',
    '-0500',
    '-0400',
    'DTSTART:20070311T020000',
    'RRULE:FREQ=YEARLY;BYMONTH=3;BYMONTHDAY=8,9,10,11,12,13,14;BYDAY=SU',
  ),
]
const southern = [
  ...observance('STANDARD', '+1100', '+1000', 'DTSTART:20080406T030000', 'RRULE:FREQ=YEARLY;BYMONTH=4;BYDAY=1SU'),
  ...observance('DAYLIGHT', '+1000', '+1100', 'DTSTART:20081005T020000', 'RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=1SU'),
]

describe('a zone that the file defines', () => {
  it.each([
    ['European', european, 'Europe/Berlin'],
    ['American', american, 'America/New_York'],
    ['southern', southern, 'Australia/Sydney'],
  ])('R17: has the hours of the place whose rules it has: %s', (_name, rules, place) => {
    for (let at = Date.UTC(2026, 0, 1, 0, 30); at < Date.UTC(2028, 0, 1); at += 61 * 3_600_000) {
      const shown = new Date(at).toISOString().replace(/[-:]/g, '').slice(0, 15)
      expect(instantOf('Customized Time Zone', rules, shown), shown).toBe(
        isoOf(start(`DTSTART;TZID=${place}:${shown}`)),
      )
    }
  })

  it('R17: is used by whatever name it has, and wherever it stands', () => {
    for (const id of ['Customized Time Zone', '(UTC+01:00) Amsterdam\\, Berlin', 'EST', 'tzone://Microsoft/Custom'])
      expect(instantOf(id, european, '20260801T090000'), id).toBe('2026-08-01T07:00:00.000Z')
    const lines = zoned('Customized Time Zone', european, '20260801T090000').split('\r\n')
    const from = lines.indexOf('BEGIN:VTIMEZONE')
    const to = lines.indexOf('END:VTIMEZONE')
    const behind = [...lines.slice(0, from), ...lines.slice(to + 1, -1), ...lines.slice(from, to + 1)].join('\r\n')
    expect(isoOf(readInvite(behind)?.start)).toBe('2026-08-01T07:00:00.000Z')
  })

  it('R17: is not used for a place that is known by its name', () => {
    const wrong = observance('STANDARD', '+0100', '+0100', 'DTSTART:19700101T000000')
    expect(instantOf('Europe/Berlin', wrong, '20260801T090000')).toBe('2026-08-01T07:00:00.000Z')
    expect(instantOf('/example.com/1/Europe/Berlin', wrong, '20260801T090000')).toBe('2026-08-01T07:00:00.000Z')
  })

  it('R17: keeps to the end of its rules, and to the dates that it lists', () => {
    const ended = [
      ...observance('STANDARD', '+0200', '+0100', 'DTSTART:20001029T030000', 'RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU'),
      ...observance(
        'DAYLIGHT',
        '+0100',
        '+0200',
        'DTSTART:20000326T020000',
        'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU;UNTIL=20250330T010000Z',
      ),
    ]
    expect(instantOf('Own', ended, '20250801T090000')).toBe('2025-08-01T07:00:00.000Z')
    expect(instantOf('Own', ended, '20260801T090000')).toBe('2026-08-01T08:00:00.000Z')
    const counted = ended.map((line) => line.replace('UNTIL=20250330T010000Z', 'COUNT=26'))
    expect(instantOf('Own', counted, '20250801T090000')).toBe('2025-08-01T07:00:00.000Z')
    expect(instantOf('Own', counted, '20260801T090000')).toBe('2026-08-01T08:00:00.000Z')
    const listed = [
      ...observance('STANDARD', '+0000', '+0100', 'DTSTART:20000101T000000'),
      ...observance('DAYLIGHT', '+0100', '+0300', 'DTSTART:20260301T000000', 'RDATE:20260301T000000,20260401T000000'),
      ...observance('STANDARD', '+0300', '+0100', 'DTSTART:20260315T000000', 'RDATE:20260501T000000'),
    ]
    expect(instantOf('Own', listed, '20260310T090000')).toBe('2026-03-10T06:00:00.000Z')
    expect(instantOf('Own', listed, '20260320T090000')).toBe('2026-03-20T08:00:00.000Z')
    expect(instantOf('Own', listed, '20260410T090000')).toBe('2026-04-10T06:00:00.000Z')
    expect(instantOf('Own', listed, '20260601T090000')).toBe('2026-06-01T08:00:00.000Z')
  })

  it('R17: has the offset before its first onset, and none where it says none', () => {
    const rule = 'RRULE:FREQ=YEARLY;BYMONTH=1,2,3,4,5,6,7,8,9,10,11,12;BYDAY=SU,MO,TU,WE,TH,FR,SA'
    const late = observance('STANDARD', '+0200', '+0500', 'DTSTART:20260701T000000', rule)
    const many = Array.from({ length: 1_500 }, () =>
      observance('STANDARD', '+0100', '+0200', 'DTSTART:16010101T000000', rule),
    )
    expect(instantOf('Own', [...many.flat(), ...late], '20260801T090000')).toBe('2026-08-01T07:00:00.000Z')
  })
})

describe('the end of an event', () => {
  const end = (...lines: string[]) => readInvite(event(...lines))?.end
  it.each([
    [['DTSTART:20260801T020000Z', 'DURATION:PT45M'], '2026-08-01T02:45:00.000Z'],
    [['DTSTART:20260801T020000Z', 'DURATION:P1DT2H'], '2026-08-02T04:00:00.000Z'],
    [['DTSTART:20260801T020000Z', 'DURATION:+P2W'], '2026-08-15T02:00:00.000Z'],
    // A day of the calendar is 25 hours long there, and 24 hours end an hour earlier.
    [['DTSTART;TZID=Europe/Berlin:20261024T120000', 'DURATION:P1D'], '2026-10-25T11:00:00.000Z'],
    [['DTSTART;TZID=Europe/Berlin:20261024T120000', 'DURATION:PT24H'], '2026-10-25T10:00:00.000Z'],
    [['DTSTART:20260801T020000Z', 'DTEND:20260801T030000Z', 'DURATION:PT45M'], '2026-08-01T03:00:00.000Z'],
    [['DTSTART:20260801T020000Z', 'DURATION:-PT45M'], null],
    [['DTSTART:20260801T020000Z', 'DURATION:soon'], null],
    [['DURATION:PT45M'], null],
    [['DTSTART:20260801T020000', 'DURATION:PT45M'], { kind: 'local', text: '2026-08-01 02:45', zone: null }],
    [['DTSTART;VALUE=DATE:20260801', 'DURATION:P2D'], { kind: 'day', date: '2026-08-03' }],
  ])('is by what is said of it: %j', (lines, expected) => {
    expect(isoOf(end(...lines))).toEqual(expected)
  })

  it('is a day where Exchange says so of two midnights', () => {
    const whole = 'X-MICROSOFT-CDO-ALLDAYEVENT:TRUE'
    const zone = 'TZID=W. Europe Standard Time'
    const days = readInvite(event(`DTSTART;${zone}:20260801T000000`, `DTEND;${zone}:20260802T000000`, whole))
    expect(days).toMatchObject({ start: { kind: 'day', date: '2026-08-01' }, end: { kind: 'day', date: '2026-08-02' } })
    const hours = readInvite(event(`DTSTART;${zone}:20260801T000000`, `DTEND;${zone}:20260801T120000`, whole))
    expect(hours).toMatchObject({ start: { kind: 'instant' }, end: { kind: 'instant' } })
  })
})
