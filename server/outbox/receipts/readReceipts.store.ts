/** Remembers who has read what an account sent, as the receipts that came back tell. Times are epoch milliseconds. */
import type { Account, AccountId } from '../../core/account'
import type { MailId } from '../../core/mail'

export type ReadReceipts = {
  /** The first of each recipient stands. */
  readonly note: (account: AccountId, sendId: string, address: string, readAt: number) => Promise<void>
  /** By address. */
  readonly of: (account: AccountId, sendId: string) => Promise<ReadonlyMap<string, number>>
}

/** Finds receipts where mail arrives without the gateway's knowing. */
export type ReceiptFinder = {
  /** Ids of an account's mails that may be receipts for a mail that it sent then. What they are, reading them tells. */
  readonly find: (
    account: Account,
    sent: { readonly messageId: string; readonly sentAt: number },
  ) => Promise<readonly MailId[]>
}
