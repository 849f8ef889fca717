/** How stored mail looks on the wire: dates are written in the session's time zone (CONTRACT "Answers"). */
import type { Mail, MailSummary } from '../../src/contract/shapes'
import type { Address, StoredSummary } from '../core/mail'
import type { OpenedMail } from '../ports/mailStores'

const formats = new Map<string, Intl.DateTimeFormat>()

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

/** Characters of all recipients in a row: 200 rows are written in one piece on the main thread. */
const recipientCharacters = 4_000

export function summaryView(stored: StoredSummary, timezone: string): MailSummary {
  return { ...stored, to: firstOf(stored.to), date: writtenDate(stored.receivedAt, timezone) }
}

/** The first alone where they are very long, and one at least; a name can be cut, an address would be another one. */
function firstOf(to: readonly Address[]): Address[] {
  let left = recipientCharacters
  const fits = to.findIndex(({ name, address }) => {
    left -= name.length + address.length
    return left < 0
  })
  return fits < 0 ? [...to] : to.slice(0, Math.max(1, fits))
}

export function mailView({ summary, parsed }: OpenedMail, timezone: string): Mail {
  return {
    ...summaryView(summary, timezone),
    // A row names the first of very many.
    to: [...parsed.to],
    cc: [...parsed.cc],
    bcc: [...parsed.bcc],
    replyTo: [...parsed.replyTo],
    ...(parsed.html === null ? {} : { html: parsed.html }),
    ...(parsed.text === null ? {} : { text: parsed.text }),
    attachments: [...parsed.attachments],
    receiptRequested: parsed.receiptRequested,
    ...(parsed.unsubscribe === null ? {} : { unsubscribe: parsed.unsubscribe }),
    authentication: parsed.authentication,
    headers: [...parsed.headers],
    readable: parsed.readable,
    truncated: parsed.truncated,
  }
}
