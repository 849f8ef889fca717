/** How dates are shown: in a list (SPEC §3, display rule), and elsewhere by Intl (decision 41). */
import { limits } from '../../contract/limits'
import type { Settings } from '../../contract/settings'
import { wallTime } from '../../lib/clock/wallTime'

/** Characters 5 to 15 of the server's `YYYY-MM-DD HH:mm:ss`: `MM-DD HH:mm`. */
export function listDate(date: string): string {
  return date.slice(limits.listDateFrom, limits.listDateTo + 1)
}

/** An instant in the reader's language and time zone; empty for none. */
type DateText = (instant: number | null, language: string) => string

type DateForm = Settings['dateForm']
/** As the account wants dates; with no zone, the browser's own. */
let shownAs: { readonly zone: string | null; readonly form: DateForm } = { zone: null, form: 'asLanguage' }

/** Holds for every date that is written from now on; answers whether that changes any. */
export function showDatesAs(wanted: typeof shownAs): boolean {
  const isOther = wanted.zone !== shownAs.zone || wanted.form !== shownAs.form
  shownAs = wanted
  return isOther
}

/** In epoch milliseconds as if the clock that is shown stood in UTC. */
function shownClock(instant: number): number {
  if (shownAs.zone !== null) return wallTime(instant, shownAs.zone)
  return instant - new Date(instant).getTimezoneOffset() * 60_000
}

const [toDay, toMinute, toSecond] = [10, 16, 19]

/** Which characters of `YYYY-MM-DD HH:mm:ss` a date in numbers shows. */
type Numbers = readonly [from: number, to: number]

function inNumbers(local: number, form: DateForm, [from, to]: Numbers): string {
  const [date = '', time = ''] = new Date(local).toISOString().split('T')
  const [year = '', month = '', day = ''] = date.split('-')
  const ordered = form === 'dayFirst' ? [day, month] : [month, day]
  const days = from > 0 ? ordered : form === 'iso' ? [year, ...ordered] : [...ordered, year]
  const written = [days.join(form === 'iso' ? '-' : '/'), time.slice(0, Math.max(0, to - 11))]
  return written.slice(from > 10 ? 1 : 0, to > 10 ? 2 : 1).join(' ')
}

/** Keeps a format for each language: making one takes longer than all else of a row. */
function dateText(style: Intl.DateTimeFormatOptions, numbers: Numbers, clock = shownClock): DateText {
  const formats = new Map<string, Intl.DateTimeFormat>()
  return (instant, language) => {
    // A kept format stays in the zone of its making, so it is made in none and given local time.
    const local = instant !== null && Math.abs(instant) <= 8.64e15 ? clock(instant) : Number.NaN
    if (!(Math.abs(local) <= 8.64e15)) return ''
    if (shownAs.form !== 'asLanguage') return inNumbers(local, shownAs.form, numbers)
    const format = formats.get(language) ?? new Intl.DateTimeFormat(language, { ...style, timeZone: 'UTC' })
    formats.set(language, format)
    return format.format(local)
  }
}

/** As the gateway wrote it, unless the account has a zone or form of its own. */
export function arrivalDate({ date, receivedAt }: { readonly date: string; readonly receivedAt: number }): string {
  const { zone, form } = shownAs
  if (zone === null && form === 'asLanguage') return date.slice(0, toMinute)
  return inNumbers(shownClock(receivedAt), form === 'asLanguage' ? 'iso' : form, [0, toMinute])
}

const day = { year: 'numeric', month: '2-digit', day: '2-digit' } as const
const short = { month: 'short', day: 'numeric', minute: '2-digit' } as const
const shortOf12Hours = dateText({ ...short, hour: 'numeric' }, [5, toMinute])
const shortOf24Hours = dateText({ ...short, hour: '2-digit' }, [5, toMinute])

/** Whole, for tooltips and screen readers. */
export const fullDate = dateText({ dateStyle: 'full', timeStyle: 'short' }, [0, toMinute])
/** The day on which a membership ends, which it does by the clock of China wherever it is read. */
export const chinaDate = dateText(day, [0, toDay], (instant) => wallTime(instant, 'Asia/Shanghai'))
/** Day and time, short enough for a table. */
export const minuteDate = dateText({ ...day, hour: '2-digit', minute: '2-digit' }, [0, toMinute])
/** Without the year; twelve hours are written with one digit, twenty-four with two. */
export const shortDate: DateText = (instant, language) =>
  (language === 'en-US' ? shortOf12Hours : shortOf24Hours)(instant, language)
export const mediumDate = dateText({ dateStyle: 'medium', timeStyle: 'short' }, [0, toMinute])
/** Exact enough to tell two saved versions apart. */
export const secondDate = dateText({ dateStyle: 'medium', timeStyle: 'medium' }, [0, toSecond])
export const minuteTime = dateText({ timeStyle: 'short' }, [11, toMinute])
export const secondTime = dateText({ timeStyle: 'medium' }, [11, toSecond])
