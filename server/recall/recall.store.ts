/** Keeps recalls: each sent mail is recalled once, however many ask at the same moment (TRUST R22). */
import type { AccountId } from '../core/account'
import type { MailId } from '../core/mail'
import type { Recall, RecalledState, RecallMark } from '../core/recall'

export type RecallStore = {
  /**
   * Puts a recall and the work that it asks for on record together; durable when it answers. `repeated`: there is one of this send;
   * `usedUp`: the account has `most` of them since `from` already.
   */
  readonly begin: (
    recall: Recall,
    count: { readonly from: number; readonly most: number },
  ) => Promise<'begun' | 'repeated' | 'usedUp'>
  readonly find: (accountId: AccountId, id: string) => Promise<Recall | null>
  readonly ofMail: (accountId: AccountId, mailId: MailId) => Promise<Recall | null>
  readonly ofSend: (accountId: AccountId, sendId: string) => Promise<Recall | null>
  /** How many an account has begun since an instant. */
  readonly used: (accountId: AccountId, from: number) => Promise<number>
  /** The marks of those mails that were recalled. */
  readonly marks: (accountId: AccountId, mailIds: readonly MailId[]) => Promise<ReadonlyMap<MailId, RecallMark>>
  /** Another one whenever a mark of the account's mails has become another one. */
  readonly version: (accountId: AccountId) => Promise<string>
  /** Notes what came of one recipient, unless that is known. */
  readonly note: (id: string, address: string, state: RecalledState) => Promise<void>
  readonly end: (id: string, mark: RecallMark) => Promise<void>
  /** Forgets all of an account. */
  readonly drop: (accountId: AccountId) => Promise<void>
}
