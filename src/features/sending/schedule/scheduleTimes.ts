/** The times at which a mail can be sent later, in this browser's own time zone (SPEC §3; limits by tier). */
import type { RefusalCode } from '#contract/codes'
import { limits } from '#contract/limits'
import { type TierId, tiers } from '#contract/tiers'

const hour = 3_600_000
const day = 24 * hour

export type Preset = { readonly key: 'inAnHour' | 'thisEvening' | 'tomorrow' | 'nextMonday'; readonly at: number }

/** What is offered at an instant; what would be too soon is left out. */
export function presetsAt(now: number): readonly Preset[] {
  const at = (days: number, hours: number) => {
    const date = new Date(now)
    return new Date(date.getFullYear(), date.getMonth(), date.getDate() + days, hours).getTime()
  }
  // Sunday is 0: Monday is the first day of a week, and today's Monday is not the next.
  const toMonday = (8 - new Date(now).getDay()) % 7 || 7
  const inAnHour = Math.ceil((now + hour) / 60_000) * 60_000
  const presets: readonly Preset[] = [
    { key: 'inAnHour', at: inAnHour },
    { key: 'thisEvening', at: at(0, 18) },
    { key: 'tomorrow', at: at(1, 9) },
    { key: 'nextMonday', at: at(toMonday, 9) },
  ]
  const soonest = now + limits.scheduleAheadMs
  // On a Sunday, tomorrow is the next Monday.
  return presets.filter(({ at: time, key }) => time >= soonest && !(key === 'nextMonday' && toMonday === 1))
}

export function timeFault(at: number | null, now: number, tier: TierId): RefusalCode | null {
  if (at === null) return 'scheduleEmpty'
  if (at < now + limits.scheduleAheadMs) return 'scheduleTooSoon'
  return at > now + tiers[tier].scheduleDays * day ? 'scheduleTooFar' : null
}

/** As a `datetime-local` field holds it, in this browser's time zone. */
export function localText(instant: number): string {
  const date = new Date(instant)
  const two = (value: number) => String(value).padStart(2, '0')
  const days = `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
  return `${days}T${two(date.getHours())}:${two(date.getMinutes())}`
}

/** Null for what is no time. */
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

/** What a change of the clock does to a local time of a `datetime-local` field, in this browser's time zone; null for most. */
export function clockChangeAt(local: string): ClockChange | null {
  const at = instantOf(local)
  if (at === null) return null
  // As if it were written in UTC: with a zone's offset before and after, every instant that reads so.
  const written = Date.parse(`${local.slice(0, 16)}Z`)
  const offsetAt = (instant: number) => new Date(instant).getTimezoneOffset() * 60_000
  const instants = [at - aroundMs, at + aroundMs].map((beside) => written + offsetAt(beside))
  const same = [...new Set(instants)].filter((instant) => localText(instant) === local.slice(0, 16))
  const [first, second] = same.toSorted((one, other) => one - other)
  if (first === undefined) return { kind: 'skipped', at }
  return second === undefined ? null : { kind: 'doubled', first, second }
}
