/** Remembers what was decided of each receipt that a mail asked for, so that it is sent or declined once, whoever asks and from where. */
import type { AccountId } from '../../core/account'

export type ReceiptDecision = 'sent' | 'ignored'

/** Names a message, the same for all its copies. */
export type ReceiptKey = string

export type ReceiptLog = {
  /** The decision that stands: the first one, on record when it answers, of however many that are made at the same moment. */
  readonly decide: (
    account: AccountId,
    mail: ReceiptKey,
    decision: ReceiptDecision,
    now: number,
  ) => Promise<ReceiptDecision>
  /** Null where nothing was decided. */
  readonly find: (account: AccountId, mail: ReceiptKey) => Promise<ReceiptDecision | null>
}
