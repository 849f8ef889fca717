/** Keeps the groups in which a person puts contacts. */
import type { AccountId } from '../core/account'
import type { ListedContact } from './contacts.store'

export type ContactGroup = {
  readonly id: string
  readonly name: string
  /** How many contacts are in it. */
  readonly members: number
}

export type ContactGroups = {
  /** By name. */
  readonly all: (account: AccountId) => Promise<readonly ContactGroup[]>
  /** Contacts of others are no members. No two groups bear one name, also when made at once. */
  readonly add: (
    account: AccountId,
    group: { readonly id: string; readonly name: string; readonly contacts: readonly string[] },
    most: number,
  ) => Promise<'added' | 'exists' | 'full'>
  readonly find: (account: AccountId, id: string) => Promise<ContactGroup | null>
  readonly rename: (account: AccountId, id: string, name: string) => Promise<'renamed' | 'exists' | 'absent'>
  /** Its contacts stay. Whether it was there. */
  readonly remove: (account: AccountId, id: string) => Promise<boolean>
  /** Puts contacts in, or takes them out: for how many that is new; null without such a group. */
  readonly include: (
    account: AccountId,
    id: string,
    contacts: readonly string[],
    isMember: boolean,
  ) => Promise<number | null>
  /** By name; null where there is no such group. */
  readonly members: (
    account: AccountId,
    id: string,
  ) => Promise<{
    readonly name: string
    readonly contacts: readonly Pick<ListedContact, 'id' | 'name' | 'email'>[]
  } | null>
}
