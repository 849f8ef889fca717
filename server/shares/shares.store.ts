/** Keeps shares by the hash of their secret, and the visits that were opened. */
import type { AccountId } from '../core/account'
import type { MailId } from '../core/mail'

export type ShareId = string

/** A file or folder of My files, as it was when it was shared. */
export type NamedFile = {
  readonly id: string
  readonly name: string
  readonly size: number
  readonly isFolder: boolean
}

export type NewShare = {
  readonly id: ShareId
  readonly accountId: AccountId
  /** Empty where files are shared. */
  readonly mailId: MailId
  readonly subject: string
  readonly withAttachments: boolean
  /** Empty where a message is shared. */
  readonly files: readonly NamedFile[]
  /** Null where none is asked for. */
  readonly codeHash: string | null
  readonly madeAt: number
  readonly expiresAt: number
  readonly mostOpens: number | null
}

export type Share = NewShare & {
  readonly opens: number
  readonly isRevoked: boolean
  /** Until then no code is tried. */
  readonly pausedUntil: number
}

export type ShareStore = {
  /** False where that many are open, or the copies of all that are open would be larger. */
  readonly add: (
    secretHash: string,
    share: NewShare,
    room: { readonly most: number; readonly copiedBytes: number; readonly mostCopiedBytes: number },
  ) => Promise<boolean>
  /** Newest first, ended ones among them. */
  readonly list: (
    account: AccountId,
    at: { readonly page: number; readonly pageSize: number },
  ) => Promise<{ readonly list: readonly Share[]; readonly total: number }>
  readonly find: (secretHash: string) => Promise<Share | null>
  /** The share that a visit was opened for, ended or not. */
  readonly visited: (visitHash: string) => Promise<Share | null>
  /** Uses up a try before the code is compared: how many are left, null in a pause. */
  readonly tryCode: (
    id: ShareId,
    now: number,
    most: { readonly wrongCodes: number; readonly pauseMs: number },
  ) => Promise<number | null>
  /** Notes the visit, counts it once, and forgets wrong codes; false where the share has ended. */
  readonly open: (share: Share, visitHash: string, now: number) => Promise<boolean>
  /** Counts bytes that a guest is given, below 0 those given back; false beyond `most` of all guests. */
  readonly send: (id: ShareId, bytes: number, most: number) => Promise<boolean>
  /** With all its visits; false where there is none to revoke. */
  readonly revoke: (account: AccountId, id: ShareId, now: number) => Promise<boolean>
  /** Forgets shares that ended before `before`, and their visits. */
  readonly sweep: (before: number) => Promise<void>
}
