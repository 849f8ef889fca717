/** Zones of invitations: by IANA, by Windows, or by rules in the file (RFC 5545 section 3.6.5). */
import { type IcalLine, readTime } from './lines'
import { windowsZones } from './windowsZones'

/** Milliseconds by which a zone is ahead of UTC at an instant; NaN where that cannot be told. */
export type Zone = (instant: number) => number

const day = 86_400_000
const hour = 3_600_000
/** Observances of one zone that count, and rules among them: no real zone has as many. */
const observancesMost = 500
const rulesMost = 50
/** Months of one rule that count: clocks change in one. */
const monthsMost = 2
const windowsNames = new Map(Object.entries(windowsZones).map(([name, zone]) => [name.toLowerCase(), zone]))

/** Null for an unknown zone. A name of IANA means that place, whatever rules the file has for it. */
export function zoneNamed(id: string, lines: readonly IcalLine[]): Zone | null {
  const name = id.trim()
  const segments = name.split('/').slice(-5)
  // `/mozilla.org/20050126_1/Europe/Berlin`: a prefix says who made the definition.
  for (let from = 0; from < segments.length - 1; from += 1) {
    const zone = zoneOfIana(segments.slice(from).join('/'))
    if (zone !== null) return zone
  }
  const windowsName = windowsNames.get(name.toLowerCase())
  return (
    definedZone(name, lines) ??
    (windowsName === undefined ? null : zoneOfIana(windowsName)) ??
    zoneOfIana(segments.at(-1) ?? '') ??
    fixedZone(name)
  )
}

/** When clocks in `zone` show `shown`: of two instants the first, of none by the clock before. */
export function instantIn(zone: Zone, shown: number): number | null {
  const before = zone(shown - day)
  const after = zone(shown + day)
  const first = shown - before
  const second = shown - after
  const instant = zone(first) !== before && zone(second) === after ? second : first
  return Number.isNaN(instant) ? null : instant
}

/** Names that programs have for it and IANA has not. */
const china = /^(?:Asia\/)?Beijing$|^(?:中国|北京)(?:标准)?时间$/i

function zoneOfIana(name: string): Zone | null {
  try {
    const timeZone = china.test(name) ? 'Asia/Shanghai' : name.replaceAll(' ', '_')
    // Swedish writes dates as ISO 8601 does.
    const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
    return (instant) => Date.parse(`${format.format(instant).replace(' ', 'T')}Z`) - instant
  } catch {
    return null
  }
}

/** `UTC+08:00`, `GMT+8`, `+0800`, `Z`, and `(UTC+08:00) Beijing, …` as Windows shows it. */
function fixedZone(name: string): Zone | null {
  if (/^(?:Z|UTC|GMT|tzone:\/\/Microsoft\/Utc)$/i.test(name)) return () => 0
  const found = /^\(?(?:UTC|GMT)?\s?([+-])(\d{1,2})(?:[:.]?(\d{2}))?(\)?)(.*)$/i.exec(name)
  if (found === null) return null
  const [, sign = '', hours = '', minutes = '00', bracket, places = ''] = found
  const offset = readOffset(`${sign}${hours.padStart(2, '0')}${minutes}`)
  if (offset === null) return null
  // Between these, no clock changes in summer; elsewhere a place with its standard offset may.
  const isFixed = offset >= 4 * hour && offset <= 9 * hour
  return places === '' || (bracket === ')' && isFixed) ? () => offset : null
}

/** Standard or daylight saving time; `from` and `to` are the offsets before and after an onset. */
type Observance = {
  readonly from: number
  readonly to: number
  readonly start: number
  readonly rule: YearlyRule | null
  /** Instants of onsets that the file lists. */
  readonly dates: readonly number[]
}

type YearlyRule = {
  readonly interval: number
  readonly until: number
  readonly months: readonly number[]
  readonly monthDays: readonly number[]
  readonly weekdays: readonly { readonly nth: number; readonly weekday: number }[]
}

/** The zone that a file defines under this name. */
function definedZone(id: string, lines: readonly IcalLine[]): Zone | null {
  const observances = observancesOf(id, lines)
  const first = observances.toSorted((one, other) => one.start - other.start)[0]
  if (first === undefined) return null
  return (instant) => {
    let latest = Number.NEGATIVE_INFINITY
    let offset = first.from
    for (const observance of observances) {
      const onset = lastOnset(observance, instant)
      if (onset <= latest) continue
      latest = onset
      offset = observance.to
    }
    return offset
  }
}

function hasRoom(found: readonly Observance[], { rule }: Observance): boolean {
  if (found.length >= observancesMost) return false
  return rule === null || found.filter((one) => one.rule !== null).length < rulesMost
}

/** As a parameter writes it: without quotes and escapes. */
const bareName = (name: string): string => name.replace(/[\\"]/g, '').trim()

function observancesOf(id: string, lines: readonly IcalLine[]): readonly Observance[] {
  let isWithin = false
  let isNamed = false
  let found: Observance[] = []
  let own: IcalLine[] | null = null
  for (const line of lines) {
    const value = line.value.trim().toUpperCase()
    if (line.name === 'BEGIN' && value === 'VTIMEZONE') {
      isWithin = true
      isNamed = false
      found = []
      own = null
    } else if (!isWithin) continue
    else if (line.name === 'END' && value === 'VTIMEZONE') {
      if (isNamed && found.length > 0) return found
      isWithin = false
    } else if (line.name === 'BEGIN') own = value === 'STANDARD' || value === 'DAYLIGHT' ? [] : null
    else if (line.name === 'END') {
      const observance = own === null ? null : observanceOf(own)
      if (observance !== null && hasRoom(found, observance)) found.push(observance)
      own = null
    } else if (own !== null) own.push(line)
    else if (line.name === 'TZID') isNamed = bareName(line.value) === bareName(id)
  }
  return []
}

function observanceOf(lines: readonly IcalLine[]): Observance | null {
  const fieldOf = (name: string) => lines.find((line) => line.name === name)?.value.trim() ?? ''
  const to = readOffset(fieldOf('TZOFFSETTO'))
  const start = readTime(fieldOf('DTSTART'))
  if (to === null || start === null) return null
  const from = readOffset(fieldOf('TZOFFSETFROM')) ?? to
  const dates = lines
    .filter(({ name }) => name === 'RDATE')
    .flatMap(({ value }) => value.split(','))
    .flatMap((value) => readTime(value) ?? [])
    .map(({ shown, isUtc }) => (isUtc ? shown : shown - from))
  return { from, to, start: start.shown, rule: ruleOf(fieldOf('RRULE'), start.shown, from), dates }
}

/** `+0530`, in milliseconds. */
function readOffset(value: string): number | null {
  const found = /^([+-])(\d{2}):?(\d{2})(?::?(\d{2}))?$/.exec(value)
  if (found === null) return null
  const [hours = 0, minutes = 0, seconds = 0] = found.slice(2).map((digits) => Number(digits ?? 0))
  return (found[1] === '-' ? -1_000 : 1_000) * (hours * 3_600 + minutes * 60 + seconds)
}

const weekdays = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA']

/** Null for a rule that does not go by years: nobody changes clocks by another. */
function ruleOf(value: string, start: number, from: number): YearlyRule | null {
  const terms = new Map(
    value
      .toUpperCase()
      .split(';')
      .map((term): [string, string] => [term.slice(0, term.indexOf('=')), term.slice(term.indexOf('=') + 1)]),
  )
  if (terms.get('FREQ') !== 'YEARLY') return null
  const numbers = (name: string) =>
    (terms.get(name) ?? '')
      .split(',', 31)
      .filter((term) => /^[+-]?\d{1,4}$/.test(term))
      .map(Number)
  const interval = Math.max(1, numbers('INTERVAL')[0] ?? 1)
  const count = numbers('COUNT')[0]
  const last = readTime(terms.get('UNTIL') ?? '')
  const lastYear =
    count === undefined ? Number.POSITIVE_INFINITY : new Date(start).getUTCFullYear() + (count - 1) * interval
  const endOfYears = Number.isFinite(lastYear) ? Date.UTC(lastYear + 1, 0) - from : lastYear
  const until = last === null ? Number.POSITIVE_INFINITY : last.shown + (last.isDay ? day : 0) - (last.isUtc ? 0 : from)
  return {
    interval,
    until: Math.min(endOfYears, until),
    months: terms.has('BYMONTH') ? numbers('BYMONTH').slice(0, monthsMost) : [new Date(start).getUTCMonth() + 1],
    monthDays: numbers('BYMONTHDAY'),
    weekdays: (terms.get('BYDAY') ?? '').split(',', 7).flatMap((term) => {
      const [, nth = '', name = ''] = /^([+-]?\d{0,2})([A-Z]{2})$/.exec(term) ?? []
      return weekdays.includes(name) ? [{ nth: Number(nth), weekday: weekdays.indexOf(name) }] : []
    }),
  }
}

/** The last onset that is not after `instant`; minus infinity where there is none. */
function lastOnset({ from, start, rule, dates }: Observance, instant: number): number {
  const first = start - from
  if (instant < first) return Number.NEGATIVE_INFINITY
  const ruled = rule === null ? [] : onsetsNear(rule, Math.min(instant, rule.until), start, from)
  return [...dates, ...ruled]
    .filter((onset) => onset >= first && onset <= instant)
    .reduce((one, other) => Math.max(one, other), first)
}

/** The onsets by a rule in the year of `latest` and the one before, none later than `latest`. */
function onsetsNear(rule: YearlyRule, latest: number, start: number, from: number): readonly number[] {
  const year = new Date(latest + from).getUTCFullYear()
  const ruledYear = year - ((year - new Date(start).getUTCFullYear()) % rule.interval)
  const timeOfDay = ((start % day) + day) % day
  return [ruledYear, ruledYear - rule.interval]
    .flatMap((one) => datesOf(rule, one, start))
    .map((date) => date + timeOfDay - from)
    .filter((onset) => onset <= latest)
}

/** The dates of a year on which a rule falls, in milliseconds. */
function datesOf({ months, monthDays, weekdays }: YearlyRule, year: number, start: number): readonly number[] {
  return months.flatMap((month) => {
    const length = new Date(Date.UTC(year, month, 0)).getUTCDate()
    const inMonth = (date: number) => (date >= 1 && date <= length ? [Date.UTC(year, month - 1, date)] : [])
    const dates = monthDays.map((date) => (date < 0 ? length + 1 + date : date))
    if (weekdays.length === 0) return (dates.length > 0 ? dates : [new Date(start).getUTCDate()]).flatMap(inMonth)
    return weekdays.flatMap(({ nth, weekday }) => {
      const first = 1 + ((weekday - new Date(Date.UTC(year, month - 1, 1)).getUTCDay() + 7) % 7)
      const all = [0, 7, 14, 21, 28].map((days) => first + days).filter((date) => date <= length)
      const chosen = nth === 0 ? all : all.slice(nth > 0 ? nth - 1 : nth).slice(0, 1)
      return chosen.filter((date) => dates.length === 0 || dates.includes(date)).flatMap(inMonth)
    })
  })
}
