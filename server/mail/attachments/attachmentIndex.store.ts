/** Keeps what files messages of a mail server have, and how far each folder is (decision 84). */
import type { AccountId } from '../../core/account'
import type { AttachmentPage, AttachmentQuery, StoredAttachment } from './attachments.store'
import type { FilePlace, MessageFiles, ReadRange, SourceFolder, SourceFolders } from './fileSource.port'

export type IndexedFolder = SourceFolder &
  ReadRange & {
    /** Names folder and UIDVALIDITY. */
    readonly key: string
    /** Messages that were read of it. */
    readonly entered: number
    /** How often in a row the server refused it. */
    readonly refusals: number
  }

export type IndexedFile = Omit<StoredAttachment, 'mailId'> & FilePlace & { readonly uid: number }

export type IndexedPage = Pick<AttachmentPage, 'next'> & { readonly list: readonly IndexedFile[] }

export type IndexStanding = {
  /** Epoch milliseconds; below 0 where mail has arrived since; null where there is no index. */
  readonly lookedAt: number | null
  /** When a person last asked, to a day: what nobody asks for is swept. */
  readonly askedAt: number
  readonly total: number
  /** Messages that are due to be read, or will be within a minute. */
  readonly waiting: number
  /** When the first of the folders that were set aside is due; null where none is. */
  readonly retryAt: number | null
  /** Nothing is due to be read or removed, as far as was looked. */
  readonly isSettled: boolean
}

export type AttachmentIndex = {
  /**
   * Takes in what folders there were at `now`: new ones wait, those that are gone are not shown.
   * What was seen before the last look is left out.
   */
  readonly look: (account: AccountId, folders: SourceFolders, now: number) => Promise<void>
  /** A person asks for the list; arrivals do not, and keep no index alive. */
  readonly noteAsked: (account: AccountId, now: number) => Promise<void>
  /** The last look is not believed any more; false where there is no index. */
  readonly noteArrival: (account: AccountId, now: number) => Promise<boolean>
  readonly standing: (account: AccountId, now: number) => Promise<IndexStanding>
  /** Folders of which something is due to be read. */
  readonly unsettled: (account: AccountId, now: number) => Promise<readonly IndexedFolder[]>
  /** Enters what was read beside a folder's range, and leaves it due; false, and none, where another moved it. */
  readonly enter: (
    account: AccountId,
    folder: IndexedFolder,
    read: ReadRange & { readonly count: number; readonly messages: readonly MessageFiles[] },
    refusals?: number,
  ) => Promise<boolean>
  /** A folder is read as far as it will be; `exists` messages are in it. */
  readonly settle: (
    account: AccountId,
    folder: IndexedFolder,
    now: { readonly exists: number; readonly upto: number },
  ) => Promise<void>
  /** A folder stays as it is, and is not due before `retryAt`. */
  readonly setAside: (
    account: AccountId,
    folder: IndexedFolder,
    now: Pick<IndexedFolder, 'refusals'> & { readonly retryAt: number },
  ) => Promise<void>
  /** UIDs of a folder that have files, ascending. */
  readonly uids: (account: AccountId, key: string, after: number, most: number) => Promise<readonly number[]>
  readonly remove: (account: AccountId, key: string, uids: readonly number[]) => Promise<void>
  /** Removes some files of folders that are gone; false when none are left. */
  readonly clearGone: (account: AccountId) => Promise<boolean>
  readonly count: (account: AccountId) => Promise<number>
  /** Leaves no more than that, the newest. */
  readonly trim: (account: AccountId, most: number) => Promise<void>
  /** Null where it knows no such folder. */
  readonly page: (account: AccountId, query: AttachmentQuery) => Promise<IndexedPage | null>
  /** Forgets accounts that were not looked at since. */
  readonly sweep: (before: number) => Promise<void>
}
