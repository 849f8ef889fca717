/** Keeps mailboxes' owners. Addresses are compared in lower case. */
import type { TierId } from '../../src/contract/tiers'
import type { Account, AccountId } from '../core/account'

export type NewAccount = {
  readonly address: string
  readonly displayName: string
  readonly passwordHash: string
  readonly tier: TierId
  readonly organization: string | null
  readonly dueAt: number | null
}

export type AccountChange = Partial<{
  readonly displayName: string
  readonly passwordHash: string
  readonly tier: TierId
  readonly organization: string | null
  readonly locked: boolean
  readonly dueAt: number | null
  /** Mails of a page, or null for the default. */
  readonly pageSize: number | null
}>

export type AccountStore = {
  readonly byAddress: (address: string) => Promise<Account | null>
  readonly byId: (id: AccountId) => Promise<Account | null>
  readonly passwordHash: (id: AccountId) => Promise<string | null>
  readonly pageSize: (id: AccountId) => Promise<number | null>
  /** Null when the address is taken. */
  readonly add: (account: NewAccount) => Promise<Account | null>
  readonly change: (id: AccountId, change: AccountChange) => Promise<void>
  /** Removes the account's row; what is kept of it goes by `deleteAccountData`. */
  readonly remove: (id: AccountId) => Promise<void>
  readonly all: () => Promise<readonly Account[]>
}
