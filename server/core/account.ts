/** A mailbox's owner, as the product knows it. */
import { type TierId, tiers } from '../../src/contract/tiers'

export type AccountId = string

export type Account = {
  readonly id: AccountId
  /** In lower case: the only address that this account may write as. */
  readonly address: string
  readonly displayName: string
  readonly tier: TierId
  readonly organization: string | null
  readonly locked: boolean
  /** When the membership ends, epoch milliseconds; null for never. */
  readonly dueAt: number | null
  /** Closed by its owner, whether or not it can be taken back: no mail comes or goes. */
  readonly isClosed?: true
  /** When all of it goes, where its owner can take it back until then. */
  readonly closesAt?: number
  /** Made by a transfer of a mailbox that has not ended: nobody opens it, and no mail comes in. */
  readonly isUnfinished?: true
  /** Bytes that an administrator gave it, where that is less than the tier has. */
  readonly quotaBytes?: number
}

/** Bytes that its mail and files may take. */
export function accountQuota({ tier, quotaBytes }: Pick<Account, 'tier' | 'quotaBytes'>): number {
  return Math.min(quotaBytes ?? Number.POSITIVE_INFINITY, tiers[tier].quotaBytes)
}

/** Neither locked nor closed since, nor opened again. */
export const isAsBefore = (before: Account, now: Account | null): boolean =>
  now !== null && now.locked === before.locked && now.closesAt === before.closesAt

export type Session = {
  readonly accountId: AccountId
  readonly username: string
  /** IANA name of the zone in which `date` is written. */
  readonly timezone: string
  readonly createdAt: number
}

/** The value `free` marks a free account (SPEC §3). */
export function domainNameOf(account: Account): string {
  return account.tier === 'free' ? 'free' : account.address.slice(account.address.lastIndexOf('@') + 1)
}
