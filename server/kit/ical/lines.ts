/** The lines of an iCalendar file (RFC 5545 section 3.1), its dates and its durations. */

export type IcalLine = {
  readonly name: string
  readonly params: ReadonlyMap<string, string>
  readonly value: string
}

/** What a clock shows: milliseconds as if it were one of UTC. */
export type ShownTime = { readonly shown: number; readonly isDay: boolean; readonly isUtc: boolean }

const mostLines = 20_000
const mostCharacters = 8_000
const second = 1_000
const day = 86_400 * second

export function linesOf(text: string): readonly IcalLine[] {
  return unfolded(text).flatMap((line) => readLine(line) ?? [])
}

/** Lines whose folds are taken back, as many as are read. */
function unfolded(text: string): string[] {
  const lines: string[] = []
  for (const line of text.split(/\r\n|\n|\r/, mostLines)) {
    const last = lines.length - 1
    const isFold = line.startsWith(' ') || line.startsWith('\t')
    if (isFold && last >= 0) {
      if ((lines[last] ?? '').length < mostCharacters) lines[last] += line.slice(1)
    } else lines.push(line)
  }
  return lines
}

/** `NAME;PARAM=value;PARAM="quoted":value`. */
function readLine(line: string): IcalLine | null {
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
  const isOdd = pieces.length > 1 && line.length < 500 && dated.test(line) && readTime(line.slice(from)) === null
  const time = isOdd ? strayTime.exec(line) : null
  if (time !== null) return zonedLine(time)
  const [name, ...params] = pieces
  if (at >= line.length || name === undefined || name === '') return null
  const read = params.map((param): [string, string] => {
    const equals = param.indexOf('=')
    return [param.slice(0, Math.max(0, equals)).toUpperCase(), param.slice(equals + 1).replaceAll('"', '')]
  })
  return { name: name.toUpperCase(), params: new Map(read), value: line.slice(from) }
}

const dated = /^(?:DTSTART|DTEND);/i
/** A zone with a colon or a semicolon in its name, without the quotes that it needs. */
const strayTime = /^(\w+);(?:.*;)?TZID=(.*):(\d{8}T\d{4,6})\s*$/i

function zonedLine([, name = '', zone = '', value = '']: RegExpExecArray): IcalLine {
  return { name: name.toUpperCase(), params: new Map([['TZID', zone.replaceAll('"', '')]]), value }
}

/** A DATE or DATE-TIME (sections 3.3.4 and 3.3.5), also as ISO 8601 writes them. */
export function readTime(value: string): ShownTime | null {
  const found = /^(\d{4})-?(\d{2})-?(\d{2})(?:T(\d{2}):?(\d{2})(?::?(\d{2}))?(?:\.\d{1,9})?(Z?))?$/i.exec(value.trim())
  if (found === null) return null
  const [, year = '', month = '', date = '', hour, minute = '00', seconds = '00', utc = ''] = found
  // A leap second is the one before it.
  const clock = hour === undefined ? '00:00:00' : `${hour}:${minute}:${seconds === '60' ? '59' : seconds}`
  const shown = Date.parse(`${year}-${month}-${date}T${clock}Z`)
  return Number.isNaN(shown) ? null : { shown, isDay: hour === undefined, isUtc: utc !== '' }
}

/** A DURATION (section 3.3.6) in milliseconds, calendar days apart; null for one that goes back. */
export function readDuration(value: string): { readonly days: number; readonly time: number } | null {
  const found = /^\+?P(?:(\d{1,4})W)?(?:(\d{1,5})D)?(?:T(?:(\d{1,6})H)?(?:(\d{1,6})M)?(?:(\d{1,8})S)?)?$/i.exec(
    value.trim(),
  )
  if (found === null) return null
  const [weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = found.slice(1).map((digits) => Number(digits ?? 0))
  return { days: (weeks * 7 + days) * day, time: (hours * 3_600 + minutes * 60 + seconds) * second }
}
