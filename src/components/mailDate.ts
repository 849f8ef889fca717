/** How a mail's date is shown, in a list (SPEC §3, display rule) and in full. */
import { limits } from '../contract/limits'

/** Characters 5 to 15 of the server's `YYYY-MM-DD HH:mm:ss`: `MM-DD HH:mm`. */
export function listDate(date: string): string {
  return date.slice(limits.listDateFrom, limits.listDateTo + 1)
}

/** The whole instant in the reader's language and time zone, for tooltips and screen readers; empty for none. */
export function fullDate(instant: number | null, language: string): string {
  if (instant === null || !Number.isFinite(instant) || Math.abs(instant) > 8.64e15) return ''
  return new Intl.DateTimeFormat(language, { dateStyle: 'full', timeStyle: 'short' }).format(instant)
}

/** A day alone, such as when a membership ends. */
export function dayDate(instant: number, language: string): string {
  return new Intl.DateTimeFormat(language, { year: 'numeric', month: '2-digit', day: '2-digit' }).format(instant)
}
