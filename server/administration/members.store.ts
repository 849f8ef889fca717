/** Keeps the members of an organization as their administrators see and change them. */
import type { RefusalCode } from '#contract/codes'
import type { Endings, MemberState } from '#contract/organizations/administrationRules'
import type { AccountId } from '../core/account'
import type { Change } from './administrators.store'

export type Member = {
  readonly id: AccountId
  readonly address: string
  readonly name: string
  readonly isAdministrator: boolean
  readonly state: MemberState
  /** Bytes; null where a mail server has the mailbox. */
  readonly used: number | null
  readonly quota: number
  /** The last sign-in that is known, epoch milliseconds. */
  readonly lastSignIn: number | null
  readonly hasFactor: boolean
  /** Sends of the last 24 hours. */
  readonly sent: number
  /** Of one that is being removed: how far that is. */
  readonly removal: {
    readonly hasFailed: boolean
    readonly reason: RefusalCode | null
    /** Until the mailbox itself is being removed. */
    readonly isCancellable: boolean
    readonly done: number
    readonly total: number
  } | null
}

export type MemberQuery = {
  readonly words: string
  /** The address after which the page begins; empty at first. */
  readonly cursor: string
  readonly size: number
  readonly sentSince: number
  /** What stands before an account's id in the key of its sends. */
  readonly sendsPrefix: string
}

export type NewMember = {
  readonly address: string
  readonly displayName: string
  readonly passwordHash: string
}

/** `unknown`: no member of this organization; `unfit`: not as the member's state is. */
export type MemberResult = 'done' | 'unknown' | 'unfit'

export type Members = {
  /** By their addresses. */
  readonly page: (
    organization: string,
    query: MemberQuery,
  ) => Promise<{ readonly list: readonly Member[]; readonly next: string }>
  readonly find: (
    organization: string,
    id: AccountId,
  ) => Promise<{ readonly address: string; readonly name: string } | null>
  /** `foreign`: the address is of no domain of this organization. */
  readonly add: (member: NewMember, change: Change) => Promise<'done' | 'foreign' | 'taken' | 'full'>
  readonly lock: (id: AccountId, change: Change) => Promise<MemberResult>
  /** Lifts the lock of an administrator; that of the operator stays. */
  readonly unlock: (id: AccountId, change: Change) => Promise<MemberResult>
  readonly setPassword: (id: AccountId, hash: string, change: Change) => Promise<MemberResult>
  /** Authenticator, recovery codes, trusted devices and passkeys go. */
  readonly resetFactors: (id: AccountId, change: Change) => Promise<MemberResult>
  /** Null for what the tier has. */
  readonly setQuota: (id: AccountId, bytes: number | null, change: Change) => Promise<MemberResult>
}

export type Removal = {
  readonly memberId: AccountId
  readonly organization: string
  /** Who gets the messages; null where they go. */
  readonly targetId: AccountId | null
  /** The administrator who began it. */
  readonly by: string
  /** `removing`: no mail comes in, and nothing takes it back; `deleting`: all is copied. */
  readonly state: 'copying' | 'removing' | 'deleting'
}

/** Removals of members under way. */
export type Removals = {
  readonly find: (member: AccountId) => Promise<Removal | null>
  readonly endings: (member: AccountId, now: number) => Promise<Endings>
  /** Locks the member and makes the job. `target` null removes the messages. */
  readonly begin: (
    member: AccountId,
    wanted: { readonly target: AccountId | null; readonly total: number },
    change: Change,
  ) => Promise<MemberResult>
  /** By another job, where the last one has failed. `target` as in `begin`; undefined leaves it as it is. */
  readonly resume: (
    member: AccountId,
    wanted: { readonly target: AccountId | null | undefined },
    change: Change,
  ) => Promise<MemberResult>
  /** Leaves the member locked; what was copied stays. */
  readonly cancel: (member: AccountId, change: Change) => Promise<MemberResult>
  /** No mail comes in from now on; false where it was cancelled. Throws `notAllowed` as `finish` does. */
  readonly shut: (member: AccountId, now: number) => Promise<boolean>
  /** All is copied: counts what ends; false where it was cancelled. Throws as `finish` does. */
  readonly mayDelete: (member: AccountId, now: number) => Promise<boolean>
  /**
   * Removes the account's own row, and notes that with what ended. Throws `notAllowed` where the
   * member left the organization, or is no more locked by the removal.
   */
  readonly finish: (removal: Removal, address: string, now: number) => Promise<void>
}
