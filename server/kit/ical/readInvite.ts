/** The first event of an iCalendar file (RFC 5545), of a bounded number of lines (TRUST S27, S30). */
import { type IcalLine, linesOf, readDuration, readTime, type ShownTime } from './lines'
import { instantIn, type Zone, zoneNamed } from './zones'

export type InviteTime =
  /** A day without an hour. */
  | { readonly kind: 'day'; readonly date: string }
  | { readonly kind: 'instant'; readonly at: number }
  /** As it stands there, in a zone that nobody here knows; null for the reader's own. */
  | { readonly kind: 'local'; readonly text: string; readonly zone: string | null }

type Person = { readonly name: string; readonly address: string }
/** What somebody who is asked has said so far (RFC 5545, 3.2.12). */
type Answer = 'accepted' | 'declined' | 'tentative' | 'open'

export type Invite = {
  readonly method: 'request' | 'cancel' | 'reply' | 'other'
  readonly summary: string
  readonly location: string
  readonly organizer: Person | null
  /** The first of them, and how many more stand there. */
  readonly attendees: readonly (Person & { readonly answer: Answer })[]
  readonly moreAttendees: number
  readonly start: InviteTime | null
  readonly end: InviteTime | null
  readonly repeats: boolean
}

const mostCharacters = 2_000
const mostAttendees = 50

/** Null where there is no event. */
export function readInvite(text: string): Invite | null {
  let method = ''
  let depth = 0
  let isFound = false
  const fields = new Map<string, IcalLine>()
  const attendees: IcalLine[] = []
  let moreAttendees = 0
  const lines = linesOf(text)
  for (const line of lines) {
    const value = line.value.trim().toUpperCase()
    if (line.name === 'METHOD' && !isFound) method = value
    else if (line.name === 'BEGIN' && value === 'VEVENT' && !isFound) {
      isFound = true
      depth = 1
    } else if (depth > 0 && line.name === 'BEGIN') depth += 1
    else if (depth > 0 && line.name === 'END') {
      depth -= 1
      if (depth === 0) break
    } else if (depth === 1 && line.name === 'ATTENDEE') {
      if (attendees.length < mostAttendees) attendees.push(line)
      else moreAttendees += 1
    } else if (depth === 1 && !fields.has(line.name)) fields.set(line.name, line)
  }
  if (!isFound) return null
  return { ...inviteOf(method, fields, lines), attendees: attendees.map(attendeeOf), moreAttendees }
}

function personOf({ params, value }: IcalLine): Person {
  return { name: plainText(params.get('CN') ?? ''), address: plainText(value.replace(/^mailto:/i, '')) }
}

const answers: Readonly<Record<string, Answer>> = { ACCEPTED: 'accepted', DECLINED: 'declined', TENTATIVE: 'tentative' }

function attendeeOf(line: IcalLine): Invite['attendees'][number] {
  return { ...personOf(line), answer: answers[line.params.get('PARTSTAT')?.toUpperCase() ?? ''] ?? 'open' }
}

function inviteOf(
  method: string,
  fields: ReadonlyMap<string, IcalLine>,
  lines: readonly IcalLine[],
): Omit<Invite, 'attendees' | 'moreAttendees'> {
  const text = (name: string) => plainText(fields.get(name)?.value ?? '')
  const isCancelled = method === 'CANCEL' || text('STATUS').toUpperCase() === 'CANCELLED'
  const organizer = fields.get('ORGANIZER')
  return {
    method: isCancelled ? 'cancel' : method === 'REQUEST' ? 'request' : method === 'REPLY' ? 'reply' : 'other',
    summary: text('SUMMARY'),
    location: text('LOCATION'),
    organizer: organizer === undefined ? null : personOf(organizer),
    ...spanOf(fields, lines),
    repeats: fields.has('RRULE') || fields.has('RDATE'),
  }
}

function plainText(value: string): string {
  return value
    .slice(0, mostCharacters)
    .replace(/\\([nN,;\\])/g, (_whole, escaped: string) => (escaped.toLowerCase() === 'n' ? ' ' : escaped))
    .replace(/[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069\u061c]/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim()
}

function spanOf(fields: ReadonlyMap<string, IcalLine>, lines: readonly IcalLine[]): Pick<Invite, 'start' | 'end'> {
  const start = clockOf(fields.get('DTSTART'), lines)
  const end = clockOf(fields.get('DTEND'), lines)
  // Exchange says of a whole day that it begins and ends at midnight.
  const isWhole = /^TRUE$/i.test(fields.get('X-MICROSOFT-CDO-ALLDAYEVENT')?.value.trim() ?? '')
  const areDays = isWhole && [start, end].every((clock) => clock === null || clock.shown % day === 0)
  const duration = end === null ? readDuration(fields.get('DURATION')?.value ?? '') : null
  const at = (clock: Clock, days = 0, time = 0) =>
    timeAt({ ...clock, shown: clock.shown + days, isDay: clock.isDay || areDays }, time)
  return {
    start: start && at(start),
    end: end !== null ? at(end) : start !== null && duration !== null ? at(start, duration.days, duration.time) : null,
  }
}

/** What a clock shows in its zone: null for the reader's own, `known` null for an unknown one. */
type Clock = Pick<ShownTime, 'shown' | 'isDay'> & {
  readonly zone: { readonly name: string; readonly known: Zone | null } | null
}

const day = 86_400_000

function clockOf(line: IcalLine | undefined, lines: readonly IcalLine[]): Clock | null {
  const time = readTime(line?.value ?? '')
  if (time === null) return null
  const { shown, isDay, isUtc } = time
  const name = line?.params.get('TZID')
  if (isUtc) return { shown, isDay, zone: { name: 'UTC', known: () => 0 } }
  if (name === undefined || isDay) return { shown, isDay, zone: null }
  return { shown, isDay, zone: { name, known: zoneNamed(name, lines) } }
}

/** @param later milliseconds that pass from then on, whatever clocks do meanwhile */
function timeAt({ shown, isDay, zone }: Clock, later: number): InviteTime {
  const text = new Date(shown + later).toISOString()
  if (isDay) return { kind: 'day', date: text.slice(0, 10) }
  const instant = zone === null || zone.known === null ? null : instantIn(zone.known, shown)
  if (instant !== null) return { kind: 'instant', at: instant + later }
  return { kind: 'local', text: text.slice(0, 16).replace('T', ' '), zone: zone === null ? null : plainText(zone.name) }
}
