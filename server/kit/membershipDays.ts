/** Until when a membership goes: the end of a day in China, which has no summer time. */
import { limits } from '../../src/contract/limits'

const chinaAheadMs = 8 * 3_600_000
const { dayMs } = limits

/** Days since 1970-01-01 in China. */
const dayOf = (instant: number): number => Math.floor((instant + chinaAheadMs) / dayMs)
/** The last millisecond of a day. */
const endOf = (day: number): number => (day + 1) * dayMs - chinaAheadMs - 1

/** The end of a day that is written `2027-01-31`; null where there is none. */
export function endOfDate(text: string): number | null {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
  // A 31st that a month does not have is read as the next month's first.
  if (Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== text) return null
  return endOf(at / dayMs)
}

/** As `2027-01-31`, in China. */
export const dateOf = (instant: number): string => new Date(instant + chinaAheadMs).toISOString().slice(0, 10)

/** As `2027-01-31 08:00:00`, in China. */
export const chinaTime = (instant: number): string =>
  new Date(instant + chinaAheadMs).toISOString().slice(0, 19).replace('T', ' ')

/** What is written so, or NaN. */
export const readChinaTime = (text: string): number => Date.parse(`${text.replace(' ', 'T')}+08:00`)

/** The end of the same day so many months later, or of that month's last day. */
export function monthsLater(from: number, months: number): number {
  const date = new Date(from + chinaAheadMs)
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + months]
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  return endOf(Date.UTC(year, month, Math.min(date.getUTCDate(), lastDay)) / dayMs)
}

/** A renewal adds to the end that is still to come, or to the day on which it is paid. */
export const renewedUntil = (dueAt: number | null, paidAt: number, months: number): number =>
  monthsLater(Math.max(dueAt ?? 0, paidAt), months)

/** The end of the day that lies so many days after the one of an instant. */
export const daysLater = (from: number, days: number): number => endOf(dayOf(from) + days)

/** Whole days after today. */
export const daysLeft = (dueAt: number, now: number): number => Math.max(0, dayOf(dueAt) - dayOf(now))

/** Days of grace that are left, with today. */
export const graceLeft = (dueAt: number, now: number): number => daysLeft(dueAt + limits.graceDays * dayMs, now) + 1

type Due = { readonly dueAt: number | null }

/** Past its end, with the days of grace still to come or over. */
export const isPastDue = ({ dueAt }: Due, now: number): boolean => dueAt !== null && dueAt <= now

/** Past its days of grace: nobody signs in but to renew it. */
export const isOver = ({ dueAt }: Due, now: number): boolean =>
  dueAt !== null && dueAt + limits.graceDays * dayMs <= now
