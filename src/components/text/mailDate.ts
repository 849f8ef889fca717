/** How a mail's date is shown, in a list (SPEC §3, display rule) and in full. */
import { limits } from '../../contract/limits'

/** Characters 5 to 15 of the server's `YYYY-MM-DD HH:mm:ss`: `MM-DD HH:mm`. */
export function listDate(date: string): string {
  return date.slice(limits.listDateFrom, limits.listDateTo + 1)
}

type Style = 'full' | 'day' | 'minute'
const styles: Readonly<Record<Style, Intl.DateTimeFormatOptions>> = {
  full: { dateStyle: 'full', timeStyle: 'short' },
  day: { year: 'numeric', month: '2-digit', day: '2-digit' },
  minute: { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' },
}
/** One a language and style: making one takes longer than all else of a row. */
const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(style: Style, language: string): Intl.DateTimeFormat {
  const key = `${style} ${language}`
  const known = formats.get(key)
  if (known !== undefined) return known
  const made = new Intl.DateTimeFormat(language, styles[style])
  formats.set(key, made)
  return made
}

/** The whole instant in the reader's language and time zone, for tooltips and screen readers; empty for none. */
export function fullDate(instant: number | null, language: string): string {
  if (instant === null || !Number.isFinite(instant) || Math.abs(instant) > 8.64e15) return ''
  return formatOf('full', language).format(instant)
}

/** A day alone, such as when a membership ends. */
export function dayDate(instant: number, language: string): string {
  return formatOf('day', language).format(instant)
}

/** Day and time, short enough for a table. */
export function minuteDate(instant: number, language: string): string {
  return formatOf('minute', language).format(instant)
}
