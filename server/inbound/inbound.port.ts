/** What an SMTP listener asks the house: is there such a mailbox, and keep this message in these. */
import type { ArrivalFindings } from '../core/mail'
import type { SpoolId } from '../mail/mail.store'

/** `outside` = no domain of ours; `closed` by its owner; `unfinished`: still in transfer; `full` for that size. */
export type MailboxState = 'known' | 'unknown' | 'outside' | 'closed' | 'unfinished' | 'full'

export type Inbound = {
  readonly mailbox: (address: string, size: number) => Promise<MailboxState>
  /**
   * Keeps one message for all of them, from whom it was said to be on the way (empty for what must not be answered), or throws: `Refusal('quotaExceeded')` and `Refusal('diskFull')` are temporary, as is
   * `StoreAway`. When it answers, the mail is on the disk and indexed.
   */
  readonly keep: (
    addresses: readonly string[],
    spool: SpoolId,
    size: number,
    from: string,
    found?: ArrivalFindings,
  ) => Promise<void>
}
