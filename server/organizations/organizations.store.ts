/** Keeps organizations, their domains and who belongs to them. */
import type { TierId } from '../../src/contract/tiers'
import type { Account, AccountId } from '../core/account'

export type Organization = {
  /** In lower case; goes along with the requests of its members. */
  readonly code: string
  readonly name: string
  /** What its members have. */
  readonly tier: TierId
  /** Members at the most. */
  readonly seats: number
  /** Messages of all members together in 24 hours; without it, what its seats may send. */
  readonly sendsPerDay?: number
}

/** Null takes the limit of sends away. */
export type OrganizationChange = Partial<Omit<Organization, 'code' | 'sendsPerDay'>> & {
  readonly sendsPerDay?: number | null
}

export type OrganizationStore = {
  /** False where the code is taken. */
  readonly add: (organization: Organization) => Promise<boolean>
  readonly byCode: (code: string) => Promise<Organization | null>
  /** By their codes. */
  readonly all: () => Promise<readonly Organization[]>
  /** A tier reaches the members too; false where there is none of this code. */
  readonly change: (code: string, change: OrganizationChange) => Promise<boolean>
  /** With its domains and logo; false while it has members, or where there is none of this code. */
  readonly remove: (code: string) => Promise<boolean>
  /** In lower case and A-labels, in their order. */
  readonly domains: (code: string) => Promise<readonly string[]>
  /** Those of these that some organization has. */
  readonly ownedOf: (domains: readonly string[]) => Promise<ReadonlySet<string>>
  /** False where another organization has it. */
  readonly addDomain: (code: string, domain: string) => Promise<boolean>
  readonly removeDomain: (code: string, domain: string) => Promise<void>
  /** A `data:` address. */
  readonly logo: (code: string) => Promise<string | null>
  readonly logoOfDomain: (domain: string) => Promise<string | null>
  readonly setLogo: (code: string, logo: string | null) => Promise<void>
  /** By their addresses. */
  readonly members: (code: string) => Promise<readonly Pick<Account, 'id' | 'address' | 'displayName' | 'locked'>[]>
  /** Gives the account the organization's tier, without an end; a member has no second seat. */
  readonly join: (code: string, account: AccountId) => Promise<'joined' | 'full' | 'unknown'>
  /** Leaves the account with the free tier; false for no member, or one that is being deleted. */
  readonly leave: (code: string, account: AccountId) => Promise<boolean>
}
