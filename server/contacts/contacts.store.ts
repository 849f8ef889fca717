/** Keeps the people whom a person knows. */
import type { ContactRecord, ContactRow, DetailField, SomeDetails } from '../../src/contract/contacts/contactDetails'
import type { AccountId } from '../core/account'

export type NewContact = Omit<ContactRecord, 'version' | 'photo'> & {
  /** Lines of an imported vCard that no field holds. */
  readonly rest: string
}

/** A contact as the list of all names it. */
export type ListedContact = Pick<ContactRow, 'id' | 'name' | 'email' | 'starred' | 'sortKey'>

/** Which contacts: of a view, of a group where one is named, and with every word. */
export type ContactQuery = {
  readonly view: 'all' | 'starred' | 'recent'
  readonly group: string
  /** As `foldedName` makes them. */
  readonly words: readonly string[]
}

export type KnownContact = Pick<ContactRow, 'id' | 'name' | 'email'> & {
  /** Of all its addresses, as `addressKey` makes them. */
  readonly emailKeys: readonly string[]
}

export type Edited =
  | { readonly is: 'edited'; readonly contact: ContactRecord }
  /** `fields` were changed otherwise after the version that was read. */
  | { readonly is: 'changed'; readonly contact: ContactRecord; readonly fields: readonly DetailField[] }
  | { readonly is: 'absent' }
  | { readonly is: 'exists'; readonly existing: string }

export type Merged =
  | { readonly is: 'merged'; readonly contact: ContactRecord }
  | { readonly is: 'absent' }
  | { readonly is: 'exists'; readonly existing: string }
  /** What comes of the merge has a fault in this field. */
  | { readonly is: 'faulty'; readonly field: string }

export type UndoPlan = { readonly undo: string; readonly now: number }

export type DuplicateSet = {
  readonly shared: 'email' | 'phone' | 'name'
  readonly count: number
  readonly contacts: readonly ContactRecord[]
}

export type ContactStore = {
  /** Another one after each change of contacts or groups; empty before the first. */
  readonly revision: (account: AccountId) => Promise<string>
  /** In the order of the list: by letter, then by sort key. */
  readonly all: (account: AccountId) => Promise<readonly ListedContact[]>
  /** In the order of the list, recent ones by their last message. An unreadable cursor is none. */
  readonly page: (
    account: AccountId,
    query: ContactQuery,
    at: { readonly cursor: string; readonly size: number },
  ) => Promise<{ readonly contacts: readonly ContactRow[]; readonly next: string; readonly total: number }>
  readonly ids: (account: AccountId, query: ContactQuery) => Promise<readonly string[]>
  readonly find: (account: AccountId, id: string) => Promise<ContactRecord | null>
  /** Those who bear this name, or have this address among theirs; case and width aside. By name. */
  readonly like: (
    account: AccountId,
    person: { readonly name: string; readonly email: string },
  ) => Promise<readonly KnownContact[]>
  /** Which of these address keys are of contacts. */
  readonly known: (account: AccountId, emailKeys: readonly string[]) => Promise<ReadonlySet<string>>
  /** No two bear one name, and no more than `most` are kept, also when they are added at once. */
  readonly add: (
    account: AccountId,
    contact: NewContact,
    most: number,
  ) => Promise<
    | { readonly is: 'added'; readonly contact: ContactRecord }
    | { readonly is: 'exists'; readonly existing: string }
    | { readonly is: 'full' }
  >
  /** Changes the fields that are named. Star and groups are never in conflict. */
  readonly edit: (account: AccountId, id: string, version: number, changes: SomeDetails) => Promise<Edited>
  /** How many stars are others now. */
  readonly star: (account: AccountId, ids: readonly string[], isStarred: boolean) => Promise<number>
  /** How many were there. */
  readonly remove: (account: AccountId, ids: readonly string[], plan: UndoPlan) => Promise<number>
  /** Makes one of two contacts or more, the first of which stays. */
  readonly merge: (
    account: AccountId,
    ids: readonly string[],
    chosen: { readonly details: SomeDetails; readonly photo: string },
    plan: UndoPlan,
  ) => Promise<Merged>
  /** Gives back what was taken at `since` or later, as far as there is room; null without such. */
  readonly undo: (
    account: AccountId,
    undo: string,
    at: { readonly since: number; readonly most: number },
  ) => Promise<{ readonly undone: number; readonly unchanged: number } | 'full' | null>
  /** Contacts that share something, in a lasting order; `contacts` are at most `named`. */
  readonly duplicates: (
    account: AccountId,
    cursor: string,
    at: { readonly size: number; readonly named: number },
  ) => Promise<{ readonly sets: readonly DuplicateSet[]; readonly next: string }>
  /** Contacts are (or no longer are) named as no duplicates of each other; those of others are not. */
  readonly setApart: (account: AccountId, ids: readonly string[], isApart: boolean) => Promise<void>
  /** What was removed before this moment can be undone no more. */
  readonly sweep: (before: number) => Promise<void>
}
