/** Keeps how a person wants their own folders to stand, wherever the folders themselves are kept. */
import type { AccountId } from '../../core/account'
import type { FolderId } from '../../core/mail'

export type FolderPlace = {
  /** Among the folders of one place; null where the person never put them in order. */
  readonly position: number | null
  readonly pinned: boolean
  readonly hidden: boolean
}

export type FolderPlaces = {
  /** Of folders of which nothing was chosen, nothing is said. */
  readonly load: (account: AccountId) => Promise<ReadonlyMap<FolderId, FolderPlace>>
  /** Each stands before those that follow it. */
  readonly order: (account: AccountId, folders: readonly FolderId[]) => Promise<void>
  readonly mark: (
    account: AccountId,
    folder: FolderId,
    marks: { readonly pinned?: boolean; readonly hidden?: boolean },
  ) => Promise<void>
  /** Folders bear other ids now. */
  readonly carry: (
    account: AccountId,
    renamed: readonly { readonly id: FolderId; readonly newId: FolderId }[],
  ) => Promise<void>
  readonly forget: (account: AccountId, folders: readonly FolderId[]) => Promise<void>
}
