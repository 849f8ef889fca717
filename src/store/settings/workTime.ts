/** Quiet hours and work hours: what the clock shows in the zone of the person (decision 50). */
import type { Settings } from '../../contract/settings'
import { instantsOf, wallTime } from '../../lib/clock/wallTime'

type Work = Pick<Settings, 'workDays' | 'workHours'>
type Times = Work & Pick<Settings, 'quietHours' | 'outsideWork'>

const dayMs = 86_400_000

/** The weekday, Monday as 1, on which the hours around the clock began; null outside them. */
function dayWithin(hours: string, clock: Date): number | null {
  const [from = '', until = ''] = hours.split('-')
  const time = clock.toISOString().slice(11, 16)
  const today = clock.getUTCDay() || 7
  if (from < until) return from <= time && time < until ? today : null
  // Over midnight.
  if (from <= time) return today
  return time < until ? ((today + 5) % 7) + 1 : null
}

export function isWorkTime(instant: number, zone: string, { workDays, workHours }: Work): boolean {
  const day = dayWithin(workHours, new Date(wallTime(instant, zone)))
  return day !== null && workDays.includes(String(day))
}

/** Whether desktop and sound keep still now. */
export function isQuietTime(instant: number, zone: string, times: Times): boolean {
  if (times.outsideWork === 'hold' && !isWorkTime(instant, zone, times)) return true
  return times.quietHours !== 'off' && dayWithin(times.quietHours, new Date(wallTime(instant, zone))) !== null
}

/** When work begins next, at this instant at the earliest. */
export function nextWorkTime(earliest: number, zone: string, { workDays, workHours }: Work): number | null {
  const today = wallTime(earliest, zone)
  for (let ahead = 0; ahead <= 7; ahead += 1) {
    const day = new Date(today + ahead * dayMs)
    const start = instantsOf(`${day.toISOString().slice(0, 10)}T${workHours.slice(0, 5)}`, zone)?.meant ?? 0
    if (start >= earliest && workDays.includes(String(day.getUTCDay() || 7))) return start
  }
  return null
}
