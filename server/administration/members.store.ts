/** Keeps the members of an organization as their administrators see and change them. */
import type { MemberState } from '#contract/organizations/administrationRules'
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
