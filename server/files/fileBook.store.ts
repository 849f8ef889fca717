/** Keeps which files and folders a person has, and by way of a `FileStore` what is in them. */
import type { Readable } from 'node:stream'
import type { FileEntry, FileSort, SameNameWay } from '../../src/contract/files/fileRules'
import type { AccountId } from '../core/account'
import type { FileSource } from './fileStore.port'

export type FileQuery = {
  /** The folder that is listed; with words, all folders are. */
  readonly folder: string
  /** As `foldedName` makes them. */
  readonly words: readonly string[]
  readonly trash: boolean
  readonly onlyFolders: boolean
  readonly sort: FileSort
  readonly order: 'asc' | 'desc'
}

export type FilePage = { readonly entries: readonly FileEntry[]; readonly next: string; readonly total: number }

export type FolderStep = { readonly id: string; readonly name: string }

/** A file within what was chosen, with the folders that lead to it from there. */
export type FoundFile = {
  readonly folders: readonly string[]
  readonly name: string
  readonly id: string
  readonly size: number
}

export type NewFile = {
  /** The upload that brought it: stored once, however often that is asked. */
  readonly upload: string
  readonly parent: string
  readonly name: string
  /** Null for as many bytes as come. */
  readonly size: number | null
  readonly type: string
  readonly source: FileSource
}

/** A small picture of a file; of no type where none can be made of it. */
export type Thumbnail = { readonly type: string; readonly bytes: Uint8Array }

/** When, and bytes that all files of the account may take. */
export type Room = { readonly now: number; readonly room: number }

/** Its changes throw the `Refusal`s that their calls name; what is another's is `notFound`. */
export type FileBook = {
  readonly page: (
    account: AccountId,
    query: FileQuery,
    at: { readonly cursor: string; readonly size: number },
  ) => Promise<FilePage>
  /** From the outermost folder; null for what is no folder, or lies in the trash. */
  readonly path: (account: AccountId, folder: string) => Promise<readonly FolderStep[] | null>
  /** In the trash too. */
  readonly find: (account: AccountId, id: string) => Promise<FileEntry | null>
  /** Those that lie in no trash, in no order. */
  readonly findLive: (account: AccountId, ids: readonly string[]) => Promise<readonly FileEntry[]>
  /** What an upload was stored as, whatever it is called by now. */
  readonly findByUpload: (account: AccountId, upload: string) => Promise<FileEntry | null>
  /** Bytes of [from, to) of a file; null where there is none. */
  readonly read: (
    account: AccountId,
    id: string,
    range: { readonly from: number; readonly to: number },
  ) => Promise<Readable | null>
  /** Null where nobody tried yet. */
  readonly thumbnail: (account: AccountId, id: string) => Promise<Thumbnail | null>
  /** Stays as long as the bytes that it was made of. */
  readonly keepThumbnail: (account: AccountId, id: string, thumbnail: Thumbnail) => Promise<void>
  /** All files within what is named, folder by folder. */
  readonly within: (account: AccountId, ids: readonly string[]) => AsyncIterable<FoundFile>
  /** Bytes that all files take, those in the trash among them. */
  readonly bytes: (account: AccountId) => Promise<number>
  /** Throws `fileExists` where a folder has one of the names. */
  readonly refuseTaken: (
    account: AccountId,
    folder: string,
    named: readonly { readonly name: string }[],
  ) => Promise<void>
  readonly addFolder: (
    account: AccountId,
    folder: FolderStep & { readonly parent: string },
    now: number,
  ) => Promise<FileEntry>
  /** Stores the bytes first, and then on record what they are. */
  readonly addFile: (account: AccountId, file: NewFile, same: SameNameWay, at: Room) => Promise<FileEntry>
  readonly rename: (
    account: AccountId,
    id: string,
    to: { readonly version: number; readonly name: string; readonly now: number },
  ) => Promise<FileEntry>
  readonly move: (
    account: AccountId,
    ids: readonly string[],
    to: { readonly folder: string; readonly same: SameNameWay; readonly now: number },
  ) => Promise<number>
  /** A copy refers to the same bytes, and counts as if it had its own. */
  readonly copy: (account: AccountId, ids: readonly string[], folder: string, at: Room) => Promise<number>
  readonly trash: (account: AccountId, ids: readonly string[], now: number) => Promise<readonly string[]>
  readonly restore: (account: AccountId, ids: readonly string[]) => Promise<number>
  /** Null for all of the trash. */
  readonly remove: (account: AccountId, ids: readonly string[] | null) => Promise<number>
  readonly removeAll: (account: AccountId) => Promise<void>
  /** Removes what was deleted before one moment, and stray bytes from before the other. */
  readonly sweep: (trashedBefore: number, strayBefore: number | null) => Promise<void>
}
