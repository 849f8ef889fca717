/** Tells what files the messages of a mail server have, without their bodies. */
import type { Account } from '../../core/account'
import type { Address, Attachment, FolderId, MailId } from '../../core/mail'

/** Where messages lie; `path` and `uidValidity` are the server's words for it. */
export type FilePlace = { readonly path: string; readonly uidValidity: string }

/** A folder as the server counts it now. */
export type SourceFolder = FilePlace & {
  readonly folder: FolderId
  readonly messages: number
  /** No message has this UID or a greater one yet. */
  readonly uidNext: number
}

/** UIDs from `low` on and below `upto` have been read. */
export type ReadRange = { readonly low: number; readonly upto: number }

export type ReadWish = {
  readonly most: number
  /** Nothing before the range. */
  readonly newOnly: boolean
  /** False: the messages are passed over, and have no files. */
  readonly describes: boolean
}

export type FilesRead = ReadRange & {
  /** Messages of the folder now, those that the range held before, and those read by this call. */
  readonly exists: number
  readonly held: number
  readonly count: number
  readonly messages: readonly MessageFiles[]
}

/** A message that has files. */
export type MessageFiles = {
  readonly uid: number
  readonly from: Address
  readonly subject: string
  readonly receivedAt: number
  readonly files: readonly Attachment[]
}

/** Each folder that holds mail of its own; views over others are left out. */
export type SourceFolders = {
  readonly counted: readonly SourceFolder[]
  /** Paths of those that the server does not count for now. */
  readonly uncounted: readonly string[]
}

export type MessageFileSource = {
  readonly folders: (account: Account) => Promise<SourceFolders>
  /** Whether there is or may be such a folder. */
  readonly hasFolder: (account: Account, folder: FolderId) => Promise<boolean>
  /**
   * Reads up to `most` messages beside the range: what came since, else the newest before it.
   * `count` is 0 where all is read; null where the server refuses the folder, or it is another.
   * Throws `StoreAway` where the connection breaks, or none of the messages is described.
   */
  readonly read: (account: Account, place: FilePlace, range: ReadRange, wish: ReadWish) => Promise<FilesRead | null>
  /** Those of the UIDs that are still there; null as above. */
  readonly present: (account: Account, place: FilePlace, uids: readonly number[]) => Promise<ReadonlySet<number> | null>
  readonly idOf: (account: Account, place: FilePlace, uid: number) => MailId
}
