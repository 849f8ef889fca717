/** Keeps the searches that people have given names. Two names are one when they look alike, whatever their case. */
import type { SavedSearch } from '#contract/endpoints/mail/search'
import type { AccountId } from '../../core/account'
import type { FolderId } from '../../core/mail'

export type SavedSearchStore = {
  /** Oldest first. */
  readonly list: (account: AccountId) => Promise<readonly SavedSearch[]>
  /** Keeps it beside fewer than `most` others; the word says why it was not kept. */
  readonly add: (
    account: AccountId,
    search: SavedSearch,
    at: { readonly now: number; readonly most: number },
  ) => Promise<'added' | 'nameTaken' | 'full'>
  /** Null when there is none with that id. */
  readonly rename: (account: AccountId, id: string, name: string) => Promise<SavedSearch | 'nameTaken' | null>
  /** Whether it was there. */
  readonly remove: (account: AccountId, id: string) => Promise<boolean>
  /** Folders bear other ids now. */
  readonly carry: (
    account: AccountId,
    renamed: readonly { readonly id: FolderId; readonly newId: FolderId }[],
  ) => Promise<void>
}
