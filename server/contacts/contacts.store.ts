/** Keeps the people whom a person knows. */
import type { AccountId } from '../core/account'

export type Contact = {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly phone: string
  /** Ids of groups. */
  readonly groups: readonly string[]
  readonly starred: boolean
}

export type ContactStore = {
  /** By name. */
  readonly all: (account: AccountId) => Promise<readonly Contact[]>
  /** Those who bear this name, or have this address; case and width aside. */
  readonly like: (
    account: AccountId,
    person: { readonly name: string; readonly email: string },
  ) => Promise<readonly Contact[]>
  /** No two contacts of one person bear the same name, also when they are added at the same moment. */
  readonly add: (
    account: AccountId,
    contact: Omit<Contact, 'groups'>,
    most: number,
  ) => Promise<'added' | 'exists' | 'full'>
}
