/** The first event of an iCalendar file (RFC 5545), read in one pass over a bounded number of lines (TRUST S27, S30). */

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

type Line = { readonly name: string; readonly params: ReadonlyMap<string, string>; readonly value: string }

const mostLines = 20_000
const mostCharacters = 2_000
const mostAttendees = 50

/** Null where there is no event. */
export function readInvite(text: string): Invite | null {
  let method = ''
  let depth = 0
  let isFound = false
  const fields = new Map<string, Line>()
  const attendees: Line[] = []
  let moreAttendees = 0
  for (const line of unfolded(text)) {
    const read = readLine(line)
    if (read === null) continue
    const value = read.value.trim().toUpperCase()
    if (read.name === 'METHOD' && !isFound) method = value
    else if (read.name === 'BEGIN' && value === 'VEVENT' && !isFound) {
      isFound = true
      depth = 1
    } else if (depth > 0 && read.name === 'BEGIN') depth += 1
    else if (depth > 0 && read.name === 'END') {
      depth -= 1
      if (depth === 0) break
    } else if (depth === 1 && read.name === 'ATTENDEE') {
      if (attendees.length < mostAttendees) attendees.push(read)
      else moreAttendees += 1
    } else if (depth === 1 && !fields.has(read.name)) fields.set(read.name, read)
  }
  return isFound ? { ...inviteOf(method, fields), attendees: attendees.map(attendeeOf), moreAttendees } : null
}

function personOf({ params, value }: Line): Person {
  return { name: plainText(params.get('CN') ?? ''), address: plainText(value.replace(/^mailto:/i, '')) }
}

const answers: Readonly<Record<string, Answer>> = { ACCEPTED: 'accepted', DECLINED: 'declined', TENTATIVE: 'tentative' }

function attendeeOf(line: Line): Invite['attendees'][number] {
  return { ...personOf(line), answer: answers[line.params.get('PARTSTAT')?.toUpperCase() ?? ''] ?? 'open' }
}

function inviteOf(method: string, fields: ReadonlyMap<string, Line>): Omit<Invite, 'attendees' | 'moreAttendees'> {
  const text = (name: string) => plainText(fields.get(name)?.value ?? '')
  const isCancelled = method === 'CANCEL' || text('STATUS').toUpperCase() === 'CANCELLED'
  const organizer = fields.get('ORGANIZER')
  return {
    method: isCancelled ? 'cancel' : method === 'REQUEST' ? 'request' : method === 'REPLY' ? 'reply' : 'other',
    summary: text('SUMMARY'),
    location: text('LOCATION'),
    organizer: organizer === undefined ? null : personOf(organizer),
    start: timeOf(fields.get('DTSTART')),
    end: timeOf(fields.get('DTEND')),
    repeats: fields.has('RRULE') || fields.has('RDATE'),
  }
}

/** Lines whose folds are taken back, as many as are read. */
function unfolded(text: string): string[] {
  const lines: string[] = []
  for (const line of text.split(/\r\n|\n|\r/, mostLines)) {
    const last = lines.length - 1
    const isFold = line.startsWith(' ') || line.startsWith('\t')
    if (isFold && last >= 0) {
      if ((lines[last] ?? '').length < mostCharacters * 4) lines[last] += line.slice(1)
    } else lines.push(line)
  }
  return lines
}

/** `NAME;PARAM=value;PARAM="quoted":value`. */
function readLine(line: string): Line | null {
  const pieces: string[] = []
  let isQuoted = false
  let from = 0
  let at = 0
  for (; at < line.length; at += 1) {
    const character = line[at]
    if (character === '"') isQuoted = !isQuoted
    else if (!isQuoted && (character === ';' || character === ':')) {
      pieces.push(line.slice(from, at))
      from = at + 1
      if (character === ':') break
    }
  }
  const [name, ...params] = pieces
  if (at >= line.length || name === undefined || name === '') return null
  const read = params.map((param): [string, string] => {
    const equals = param.indexOf('=')
    return [param.slice(0, Math.max(0, equals)).toUpperCase(), param.slice(equals + 1).replaceAll('"', '')]
  })
  return { name: name.toUpperCase(), params: new Map(read), value: line.slice(from) }
}

function plainText(value: string): string {
  return value
    .slice(0, mostCharacters)
    .replace(/\\([nN,;\\])/g, (_whole, escaped: string) => (escaped.toLowerCase() === 'n' ? ' ' : escaped))
    .replace(/[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069\u061c]/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim()
}

/** Outlook's names for the zones that its users sit in most. */
const windowsZones: Readonly<Record<string, string>> = {
  'China Standard Time': 'Asia/Shanghai',
  'Taipei Standard Time': 'Asia/Taipei',
  'Singapore Standard Time': 'Asia/Singapore',
  'Tokyo Standard Time': 'Asia/Tokyo',
  'Korea Standard Time': 'Asia/Seoul',
  'India Standard Time': 'Asia/Kolkata',
  'GMT Standard Time': 'Europe/London',
  'W. Europe Standard Time': 'Europe/Berlin',
  'Romance Standard Time': 'Europe/Paris',
  'Central European Standard Time': 'Europe/Warsaw',
  'Eastern Standard Time': 'America/New_York',
  'Central Standard Time': 'America/Chicago',
  'Mountain Standard Time': 'America/Denver',
  'Pacific Standard Time': 'America/Los_Angeles',
  'AUS Eastern Standard Time': 'Australia/Sydney',
}

function timeOf(line: Line | undefined): InviteTime | null {
  const found = /^(\d{4})(\d{2})(\d{2})(?:T(\d{2})(\d{2})(\d{2})?(Z?))?$/i.exec(line?.value.trim() ?? '')
  if (line === undefined || found === null) return null
  const [, year = '', month = '', day = '', hour, minute = '00', second = '00', utc = ''] = found
  const date = `${year}-${month}-${day}`
  if (Number.isNaN(Date.parse(`${date}T00:00:00Z`))) return null
  if (hour === undefined) return { kind: 'day', date }
  const asUtc = Date.parse(`${date}T${hour}:${minute}:${second === '60' ? '59' : second}Z`)
  if (Number.isNaN(asUtc)) return null
  if (utc !== '') return { kind: 'instant', at: asUtc }
  const named = line.params.get('TZID') ?? null
  const zone = named === null ? null : (windowsZones[named] ?? named)
  const at = zone === null ? null : instantIn(zone, asUtc)
  if (at !== null) return { kind: 'instant', at }
  return { kind: 'local', text: `${date} ${hour}:${minute}`, zone: named === null ? null : plainText(named) }
}

/** The instant at which clocks in `zone` show what a clock of UTC shows at `shown`; null for a zone that is not known. */
function instantIn(zone: string, shown: number): number | null {
  try {
    const first = shown - offsetAt(zone, shown)
    // Near a change of the clocks the first guess may lie on its other side.
    return shown - offsetAt(zone, first)
  } catch {
    return null
  }
}

function offsetAt(zone: string, instant: number): number {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' })
  return Date.parse(`${format.format(instant).replace(' ', 'T')}Z`) - instant
}
