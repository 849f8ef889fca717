/** How dates are shown: in a list (SPEC §3, display rule), and elsewhere by Intl (decision 41). */
import { limits } from '../../contract/limits'

/** Characters 5 to 15 of the server's `YYYY-MM-DD HH:mm:ss`: `MM-DD HH:mm`. */
export function listDate(date: string): string {
  return date.slice(limits.listDateFrom, limits.listDateTo + 1)
}

/** An instant in the reader's language and time zone; empty for none. */
type DateText = (instant: number | null, language: string) => string

/** Keeps a format for each language: making one takes longer than all else of a row. */
function dateText(style: Intl.DateTimeFormatOptions): DateText {
  const formats = new Map<string, Intl.DateTimeFormat>()
  return (instant, language) => {
    // A kept format stays in the zone of its making, so it is made in none and given local time.
    const local = instant === null ? Number.NaN : instant - new Date(instant).getTimezoneOffset() * 60_000
    if (!(Math.abs(local) <= 8.64e15)) return ''
    const format = formats.get(language) ?? new Intl.DateTimeFormat(language, { ...style, timeZone: 'UTC' })
    formats.set(language, format)
    return format.format(local)
  }
}

const day = { year: 'numeric', month: '2-digit', day: '2-digit' } as const
const short = { month: 'short', day: 'numeric', minute: '2-digit' } as const
const shortOf12Hours = dateText({ ...short, hour: 'numeric' })
const shortOf24Hours = dateText({ ...short, hour: '2-digit' })

/** Whole, for tooltips and screen readers. */
export const fullDate = dateText({ dateStyle: 'full', timeStyle: 'short' })
/** A day alone, such as when a membership ends. */
export const dayDate = dateText(day)
/** Day and time, short enough for a table. */
export const minuteDate = dateText({ ...day, hour: '2-digit', minute: '2-digit' })
/** Without the year; twelve hours are written with one digit, twenty-four with two. */
export const shortDate: DateText = (instant, language) =>
  (language === 'en-US' ? shortOf12Hours : shortOf24Hours)(instant, language)
export const mediumDate = dateText({ dateStyle: 'medium', timeStyle: 'short' })
/** Exact enough to tell two saved versions apart. */
export const secondDate = dateText({ dateStyle: 'medium', timeStyle: 'medium' })
export const minuteTime = dateText({ timeStyle: 'short' })
export const secondTime = dateText({ timeStyle: 'medium' })
