/** Which flags a mailbox keeps, and the keywords that stand for more than a mark: a receipt that is settled, a word of a recall. */
import type { FetchMessageObject, MailboxObject } from 'imapflow'
import type { OpenedMail } from '../../mail.store'

/** RFC 3503: set when the receipt was sent, and when the person wants none to be sent. */
export const receiptFlag = '$MDNSent'

/** Ours: set on the word that tells of a recall as it is put there, so that no sender can claim it by a header. */
export const recallFlag = '$EpRecalled'

export function takes(mailbox: MailboxObject, flag: string): boolean {
  const { permanentFlags, readOnly } = mailbox
  return readOnly !== true && (!permanentFlags || permanentFlags.has('\\*') || hasFlag(permanentFlags, flag))
}

export function receiptIn(flags: FetchMessageObject['flags'], mailbox: MailboxObject): OpenedMail['receipt'] {
  if (flags !== undefined && hasFlag(flags, receiptFlag)) return 'noted'
  return takes(mailbox, receiptFlag) ? undefined : 'unkept'
}

/** Keywords are the same in either case (RFC 9051 section 2.3.2). */
function hasFlag(flags: ReadonlySet<string>, flag: string): boolean {
  return flags.has(flag) || [...flags].some((one) => one.toLowerCase() === flag.toLowerCase())
}
