/** How stored mail looks on the wire: dates are written in the session's time zone (CONTRACT "Answers"). */
import type { Mail, MailSummary } from '../../src/contract/shapes'
import type { Address, StoredSummary } from '../core/mail'
import { writtenDate } from '../kit/zonedDate'
import type { OpenedMail } from './mail.store'

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

export function mailView({ summary, parsed, judged }: OpenedMail, timezone: string): Mail {
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
    ...(summary.folder === 'junk' && judged?.junkBy !== undefined ? { junkBy: judged.junkBy } : {}),
    ...(judged?.scan === 'unscanned' ? { unscanned: true } : {}),
    headers: [...parsed.headers],
    readable: parsed.readable,
    truncated: parsed.truncated,
  }
}
