/** The times at which a mail can be sent later, in this browser's own time zone (SPEC §3; limits by tier). */
import type { RefusalCode } from '#contract/codes'
import { limits } from '#contract/limits'
import { type TierId, tiers } from '#contract/tiers'
import { dayjs } from '#src/lib/dates'

const hour = 3_600_000
const day = 24 * hour

export type Preset = { readonly key: 'inAnHour' | 'thisEvening' | 'tomorrow' | 'nextMonday'; readonly at: number }

/** What is offered at an instant; what would be too soon is left out. */
export function presetsAt(now: number): readonly Preset[] {
  const today = dayjs(now)
  const at = (days: number, hours: number) => today.startOf('day').add(days, 'day').hour(hours).valueOf()
  const presets: readonly Preset[] = [
    { key: 'inAnHour', at: Math.ceil((now + hour) / 60_000) * 60_000 },
    { key: 'thisEvening', at: at(0, 18) },
    { key: 'tomorrow', at: at(1, 9) },
    // Today's Monday is not the next.
    { key: 'nextMonday', at: at(8 - today.day(), 9) },
  ]
  const soonest = now + limits.scheduleAheadMs
  // On a Sunday, tomorrow is the next Monday.
  return presets.filter(({ at: time, key }) => time >= soonest && !(key === 'nextMonday' && today.day() === 0))
}

export function timeFault(at: number | null, now: number, tier: TierId): RefusalCode | null {
  if (at === null) return 'scheduleEmpty'
  if (at < now + limits.scheduleAheadMs) return 'scheduleTooSoon'
  return at > now + tiers[tier].scheduleDays * day ? 'scheduleTooFar' : null
}

/** As a `datetime-local` field holds it, in this browser's time zone. */
export function localText(instant: number): string {
  return dayjs(instant).format('YYYY-MM-DDTHH:mm')
}

/** Null for what is no time. By Date: dayjs takes a 40th day or, strict, refuses a skipped time. */
export function instantOf(local: string): number | null {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(local)) return null
  const instant = new Date(local).getTime()
  return Number.isNaN(instant) ? null : instant
}

export type ClockChange =
  /** A clock that goes forward never shows the time: what is sent at, such as 03:30 for 02:30. */
  | { readonly kind: 'skipped'; readonly at: number }
  /** A clock that goes back shows the time twice. */
  | { readonly kind: 'doubled'; readonly first: number; readonly second: number }

/** Milliseconds within which one change of the clock lies: no zone changes twice in a day, and none by more. */
const aroundMs = day

/** What a change of the clock does to a local time; null for most. dayjs.tz knows no two instants. */
export function clockChangeAt(local: string): ClockChange | null {
  const at = instantOf(local)
  if (at === null) return null
  // As if it were written in UTC: with a zone's offset before and after, every instant that reads so.
  const written = dayjs.utc(local.slice(0, 16))
  const offsets = [at - aroundMs, at + aroundMs].map((beside) => dayjs(beside).utcOffset())
  const instants = [...new Set(offsets)].map((minutes) => written.subtract(minutes, 'minute').valueOf())
  const same = instants.filter((instant) => localText(instant) === local.slice(0, 16))
  const [first, second] = same.toSorted((one, other) => one - other)
  if (first === undefined) return { kind: 'skipped', at }
  return second === undefined ? null : { kind: 'doubled', first, second }
}
