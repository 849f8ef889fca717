/** Keeps the groups in which a person puts contacts. */
import type { AccountId } from '../core/account'
import type { Contact } from './contacts.store'

export type ContactGroup = {
  readonly id: string
  readonly name: string
  /** How many contacts are in it. */
  readonly members: number
}

export type ContactGroups = {
  /** By name. */
  readonly all: (account: AccountId) => Promise<readonly ContactGroup[]>
  /** Contacts of other accounts are no members. No two groups of one person bear the same name, also when they are made at the same moment. */
  readonly add: (
    account: AccountId,
    group: { readonly id: string; readonly name: string; readonly contacts: readonly string[] },
    most: number,
  ) => Promise<'added' | 'exists' | 'full'>
  /** By name; null where there is no such group. */
  readonly members: (
    account: AccountId,
    id: string,
  ) => Promise<{ readonly name: string; readonly contacts: readonly Pick<Contact, 'id' | 'name' | 'email'>[] } | null>
}
