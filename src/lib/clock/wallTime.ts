/** What the clocks of a time zone of IANA's list show, and when (decision 50). */
const dayMs = 86_400_000
const formats = new Map<string, Intl.DateTimeFormat>()

function formatIn(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone)
  if (known !== undefined) return known
  const [two, four] = ['2-digit', 'numeric'] as const
  const style = { year: four, month: two, day: two, hour: two, minute: two, second: two, hourCycle: 'h23' } as const
  // Swedish writes dates as ISO 8601 does.
  const made = new Intl.DateTimeFormat('sv-SE', { ...style, timeZone: zone })
  formats.set(zone, made)
  return made
}

/** What the clock shows at an instant, in epoch milliseconds as if it stood in UTC. */
export function wallTime(instant: number, zone: string): number {
  const second = Math.floor(instant / 1_000) * 1_000
  return Date.parse(`${formatIn(zone).format(second).replace(' ', 'T')}Z`) + instant - second
}

/** As a `datetime-local` field holds it. */
export function wallText(instant: number, zone: string): string {
  return new Date(wallTime(instant, zone)).toISOString().slice(0, 16)
}

/**
 * The instants at which the clock shows such a text: none where it skips it, two where it goes back.
 * `meant` is the first, or that of a clock that was not put forward. Null for what is no time.
 */
export function instantsOf(local: string, zone: string): { readonly meant: number; readonly all: number[] } | null {
  const written = /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(local) ? Date.parse(`${local.slice(0, 16)}Z`) : Number.NaN
  if (Number.isNaN(written)) return null
  // One change at the most lies within a day, and by less than one.
  const before = wallTime(written - dayMs, zone) - (written - dayMs)
  const after = wallTime(written + dayMs, zone) - (written + dayMs)
  const possible = [...new Set([written - before, written - after])]
  const all = possible.filter((instant) => wallTime(instant, zone) === written).toSorted((one, other) => one - other)
  return { meant: all[0] ?? written - before, all }
}
