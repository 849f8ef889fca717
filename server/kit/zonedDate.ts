/** Dates as the wire writes them, in a time zone of IANA's list. */
const formats = new Map<string, Intl.DateTimeFormat>()
/** More than there are zones: a name may be written in any case, and a format takes 27 KB. */
const mostFormats = 600

/** Making a format costs a hundred times what using it does. */
function formatOf(timezone: string): Intl.DateTimeFormat {
  const known = formats.get(timezone)
  if (known) return known
  // Swedish writes dates as ISO 8601 does.
  const made = new Intl.DateTimeFormat('sv-SE', {
    timeZone: timezone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  })
  if (formats.size >= mostFormats) formats.clear()
  formats.set(timezone, made)
  return made
}

/** `YYYY-MM-DD HH:mm:ss` in a zone. */
export function writtenDate(instant: number, timezone: string): string {
  return formatOf(timezone).format(instant)
}

export function isTimezone(name: string): boolean {
  try {
    formatOf(name)
    return true
  } catch {
    return false
  }
}
