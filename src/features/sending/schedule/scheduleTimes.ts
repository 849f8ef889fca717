/** When a mail can be sent later, in the zone of the person (SPEC §3; limits by tier). */
import type { RefusalCode } from '#contract/codes'
import { limits } from '#contract/limits'
import type { Settings } from '#contract/settings'
import { type TierId, tiers } from '#contract/tiers'
import { instantsOf, wallText } from '#src/lib/clock/wallTime'
import { dayjs } from '#src/lib/dates'
import { isWorkTime, nextWorkTime } from '#src/store/settings/workTime'

const hour = 3_600_000
const day = 24 * hour

/** The work days and hours of the person. */
type Work = Pick<Settings, 'workDays' | 'workHours'>

export type Preset = {
  readonly key: 'inAnHour' | 'thisEvening' | 'tomorrow' | 'nextMonday' | 'workTime'
  readonly at: number
}

/** What is offered at an instant; what would be too soon is left out. */
export function presetsAt(now: number, zone: string, work: Work): readonly Preset[] {
  // As if it were written in UTC, where no clock goes forward or back.
  const today = dayjs.utc(wallText(now, zone)).startOf('day')
  const at = (days: number, hours: number) =>
    instantOf(today.add(days, 'day').hour(hours).format('YYYY-MM-DDTHH:mm'), zone) ?? now
  const presets: readonly Preset[] = [
    { key: 'inAnHour', at: Math.ceil((now + hour) / 60_000) * 60_000 },
    { key: 'thisEvening', at: at(0, 18) },
    { key: 'tomorrow', at: at(1, 9) },
    // Today's Monday is not the next.
    { key: 'nextMonday', at: at(8 - today.day(), 9) },
  ]
  const soonest = now + limits.scheduleAheadMs
  const workTime = isWorkTime(now, zone, work) ? null : nextWorkTime(soonest, zone, work)
  // On a Sunday, tomorrow is the next Monday.
  const offered = presets.filter(({ at: time, key }) => time >= soonest && !(key === 'nextMonday' && today.day() === 0))
  return workTime === null ? offered : [...offered, { key: 'workTime', at: workTime }]
}

export function timeFault(at: number | null, now: number, tier: TierId): RefusalCode | null {
  if (at === null) return 'scheduleEmpty'
  if (at < now + limits.scheduleAheadMs) return 'scheduleTooSoon'
  return at > now + tiers[tier].scheduleDays * day ? 'scheduleTooFar' : null
}

/** Null for what is no time. */
export function instantOf(local: string, zone: string): number | null {
  return instantsOf(local, zone)?.meant ?? null
}

export type ClockChange =
  /** A clock that goes forward never shows the time: what is sent at, such as 03:30 for 02:30. */
  | { readonly kind: 'skipped'; readonly at: number }
  /** A clock that goes back shows the time twice. */
  | { readonly kind: 'doubled'; readonly first: number; readonly second: number }

/** What a change of the clock does to a local time; null for most. */
export function clockChangeAt(local: string, zone: string): ClockChange | null {
  const found = instantsOf(local, zone)
  if (found === null) return null
  const [first, second] = found.all
  if (first === undefined) return { kind: 'skipped', at: found.meant }
  return second === undefined ? null : { kind: 'doubled', first, second }
}
