/** Keeps who administers an organization, and what administrators did. */
import type { AuditAction } from '#contract/organizations/administrationRules'
import type { AccountId } from '../core/account'
import type { Organization } from '../organizations/organizations.store'

/** Null for the operator, whose commands ask nobody; without an id for work that was begun earlier. */
export type Actor = { readonly id: AccountId | null; readonly address: string } | null

/** Whose organization it is, who did what to it, and when. */
export type AuditNote = {
  readonly organization: string
  readonly by: Actor
  readonly action: AuditAction
  /** Whom or what it was done to: an address, a domain, a name. */
  readonly subject: string
  readonly detail?: Readonly<Record<string, string | number | boolean>>
  readonly now: number
}

/** An administrator's change: in which organization, by whom, and when. */
export type Change = Pick<AuditNote, 'organization' | 'by' | 'now'>

export type Administered = Pick<Organization, 'code' | 'name' | 'tier' | 'seats'>

export type Administrators = {
  /** What this account administers, by its row as it is now; null for nothing. */
  readonly organizationOf: (account: AccountId) => Promise<Administered | null>
  /** Members who are neither locked nor administrators become one. */
  readonly appoint: (member: AccountId, change: Change) => Promise<'done' | 'unknown' | 'unfit'>
  /** `last`: nobody else would administer it, which the operator alone may want. */
  readonly dismiss: (member: AccountId, change: Change) => Promise<'done' | 'unknown' | 'last'>
  readonly seatsUsed: (organization: string) => Promise<number>
}

export type AuditEntry = Omit<AuditNote, 'by' | 'organization' | 'now' | 'detail'> & {
  readonly id: string
  readonly at: number
  /** An address; empty for the operator. */
  readonly by: string
  readonly detail: Readonly<Record<string, string | number | boolean>>
}

export type AuditQuery = {
  readonly action: AuditAction | undefined
  /** The beginning of an address: who did it, or to whom. */
  readonly person: string
  /** The id after which the page begins; empty at first. */
  readonly cursor: string
  readonly size: number
}

/** What is noted is written by each store that changes something, in its transaction. */
export type AuditLog = {
  /** The newest first. */
  readonly page: (
    organization: string,
    query: AuditQuery,
  ) => Promise<{ readonly list: readonly AuditEntry[]; readonly next: string }>
  /** Notes what changes nothing. */
  readonly note: (note: AuditNote) => Promise<void>
  /** Removes notes of before. */
  readonly sweep: (before: number) => Promise<void>
}
