/** Keeps transfers of mailboxes into organizations; until the end the new one mirrors the old. */
import type { RefusalCode } from '#contract/codes'
import type { Account, AccountId } from '../core/account'
import type { FolderId } from '../core/mail'

export type MailboxMove = {
  readonly accountId: AccountId
  /** The new account, which nobody signs in to before the end. */
  readonly targetId: AccountId
  readonly address: string
  /** Of the job that works on it, or worked on it last. */
  readonly jobId: string
  readonly state: 'running' | 'cancelling' | 'done' | 'failed'
  /** Whether it is being removed, also where that failed. */
  readonly isCancelled: boolean
  readonly forwards: boolean
  readonly forwardUntil: number | null
  readonly done: number
  readonly total: number
  readonly reason: RefusalCode | null
}

export type NewMove = {
  readonly account: Account
  readonly organization: string
  readonly address: string
  readonly forwards: boolean
  readonly total: number
  readonly now: number
}

/** What the new mailbox was made of: where the old one is otherwise by now, nothing is ended. */
export type Mirrored = {
  /** Of its messages. */
  readonly changes: number
  readonly contacts: string
  /** The sealed secret of its authenticator, and the same secret sealed for the new account. */
  readonly factor: { readonly sealed: Uint8Array; readonly resealed: Uint8Array } | null
}

export type MailboxMoves = {
  readonly find: (account: AccountId) => Promise<MailboxMove | null>
  /** Makes the new account, closed, with its seat, and the job; or says why nothing is done. */
  readonly begin: (move: NewMove) => Promise<'begun' | 'foreign' | 'taken' | 'full' | 'running'>
  /** By another job where none runs. False where it is done, or runs or is cancelled already. */
  readonly resume: (account: AccountId, to: 'running' | 'cancelling', now: number) => Promise<boolean>
  /** Forgets one that was cancelled, once its account has gone. */
  readonly forget: (account: AccountId) => Promise<void>
  /** Copies contacts, groups and photos; answers the revision that was copied. */
  readonly mirrorContacts: (move: MailboxMove) => Promise<string>
  /** Copies what is small, opens the new account; false where the old is not as `mirrored`. */
  readonly finish: (move: MailboxMove, mirrored: Mirrored, now: number) => Promise<boolean>
}

/** Mirrors messages and folders from one mailbox that is kept here to another. */
export type MovedMails = {
  /** Another number after each change of a message. */
  readonly changes: (account: AccountId) => Promise<number>
  /** Takes out of the target what its source has no longer. */
  readonly removeGone: (from: Account, to: Account) => Promise<void>
  /**
   * Folders, then a page of messages after `position`, each copied once; null after the last.
   * @param into one folder of the target for all of them: then nothing else is mirrored
   */
  readonly mirrorPage: (from: Account, to: Account, position: number, into?: FolderId) => Promise<number | null>
  /** Bytes and number of an account's messages. */
  readonly held: (account: AccountId) => Promise<{ readonly bytes: number; readonly count: number }>
}
