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
  'passkeyAdded',
  'passkeyRemoved',
  'passkeyCopied',
  'recoveryCodesMade',
  'archiveStarted',
  'accountClosed',
  'accountTakenBack',
  'passwordSetByAdministrator',
  'factorsReset',
] as const
export type NoticeKind = (typeof noticeKinds)[number]

/**
 * Into the mailbox itself, and to each of `others`, once.
 * @param link where its reader says no
 * @param event names what happened where more than one gateway may tell of it: it is told of once
 */
export type TellOwner = (
  account: Account,
  kind: NoticeKind,
  others?: readonly (string | null)[],
  link?: string,
  event?: string,
) => Promise<void>
