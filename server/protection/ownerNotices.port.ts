/** Tells the owner of a mailbox what became of its protection (TRUST S20). */
import type { Account } from '../core/account'

export const noticeKinds = [
  'passwordChanged',
  'phoneBound',
  'phoneChanged',
  'phoneRemoved',
  'mailboxBound',
  'mailboxRemoved',
  'resetWaits',
  'resetDone',
] as const
export type NoticeKind = (typeof noticeKinds)[number]

/** Into the mailbox itself, and to each of `others`, once; `link` is where its reader says no. */
export type TellOwner = (
  account: Account,
  kind: NoticeKind,
  others?: readonly (string | null)[],
  link?: string,
) => Promise<void>
