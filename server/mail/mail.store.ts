/**
 * Keeps mail. A `MailStore` is one account's; an id that is absent or another account's is simply not found.
 * The order of a folder is arrival order, newest first, unless another is asked for.
 */
import type { Readable } from 'node:stream'
import type { Filter, Mark, Sort } from '../../src/contract/endpoints/mail/mail'
import type { Account } from '../core/account'
import type { Folder, FolderId, MailFlags, MailId, MailJudgement, ParsedMail, StoredSummary } from '../core/mail'
import type { MailSearch } from '../core/mailSearch'
import type { MimeReader, PartReader } from './mimeReader.port'

export type FolderQuery = {
  /** A system folder's id, a custom folder's, or the view `flag`. */
  readonly folder: FolderId
  /** From 1. A page beyond the end is empty. */
  readonly page: number
  /** 0 asks for the counts alone. */
  readonly pageSize: number
  readonly sort: Sort
  readonly order: 'asc' | 'desc'
  readonly filter: Filter
  /** One row for each conversation, standing where its newest mail in the folder does; not of a view. */
  readonly conversations?: boolean
}

export type MailPage = {
  readonly list: readonly StoredSummary[]
  readonly total: number
  readonly unread: number | null
  /** True while a search goes on behind: list and total are what there is by now, and asking again tells more. */
  readonly goesOn?: boolean
}

export type TextQuery = MailSearch & {
  readonly page: number
  readonly pageSize: number
  /** Finds beyond so many need not be counted. */
  readonly countMost?: number
}

export type Moved = { readonly id: MailId; readonly newId: MailId; readonly from: FolderId }

/** `undo`: what a rule did is taken back. */
export type MovedBy = 'person' | 'rule' | 'undo'

export type RenamedFolder = { readonly id: FolderId; readonly newId: FolderId }

/** The folder itself and those that were beneath it; `moved` counts the mails that lay in them. */
export type RemovedFolder = { readonly removed: readonly FolderId[]; readonly moved: number }

export type OpenedMail = {
  readonly summary: StoredSummary
  readonly parsed: ParsedMail
  /** What is known here of the receipt that it asks for: settled, or that no note of it can be kept. Left out where it is open. */
  readonly receipt?: 'noted' | 'unkept'
  /** How it was judged as it came, where this store keeps that. */
  readonly judged?: MailJudgement
}

export type ReplyNote = 'answered' | 'forwarded' | 'receipt'

export type PartStream = NonNullable<Awaited<ReturnType<MimeReader['part']>>>

/** A message that is to be kept: its bytes come from a file already on the disk or from memory. */
export type NewMail = {
  readonly folder: FolderId
  readonly source: MessageSource
  readonly flags: Partial<MailFlags>
  readonly receivedAt: number
  /** Two appends of one account with the same key are one (a send's Sent copy, a delivery after a crash). */
  readonly key: string | null
  /** The gateway tells by it that its sender took a mail back: its row and the reader say so. */
  readonly tellsRecall?: boolean
  /** It comes from somebody else: `StoreAway` where the account was closed or removed meanwhile. */
  readonly arrives?: boolean
  /** Not kept where a mail server keeps the mail. */
  readonly judged?: MailJudgement
}

export type MessageSource =
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  | { readonly kind: 'spool'; readonly spool: SpoolId }

export type SpoolId = string

export type MailStore = {
  readonly folders: () => Promise<readonly Folder[]>
  /** False where mails are not grouped: whoever asks for conversations is told `Refusal('serverCannot')`. */
  readonly groups: boolean
  /** Null when there is no such folder. Throws `Refusal('notAllowed')` for the conversations of a view. */
  readonly page: (query: FolderQuery) => Promise<MailPage | null>
  /**
   * The mails of a mail's conversation in order of arrival, whatever folder they lie in; of what was deleted or is junk only those beside
   * the mail itself. Page 1 has the newest. Null when the mail is not here.
   */
  readonly conversation: (
    id: MailId,
    at: { readonly page: number; readonly pageSize: number },
  ) => Promise<MailPage | null>
  /**
   * Another one whenever any page of the folder may have become another one, told without reading a page. Null where that cannot be
   * told cheaply, and for a folder that is not there.
   */
  readonly version: (folder: FolderId) => Promise<string | null>
  readonly search: (query: TextQuery) => Promise<MailPage | null>
  /**
   * The ids of all that a search finds, when it has ended; as many as are counted. Null when there is no such folder. `goOn` is asked now and
   * then: once it says no, what was found by then is answered.
   */
  readonly findAll: (search: MailSearch, goOn: () => Promise<boolean>) => Promise<readonly MailId[] | null>
  /** Those of the ids that are here. */
  readonly summaries: (ids: readonly MailId[]) => Promise<readonly StoredSummary[]>
  readonly open: (id: MailId) => Promise<OpenedMail | null>
  readonly part: (id: MailId, part: string) => Promise<PartStream | null>
  /** Those of the parts that the mail has, by their numbers, found at once; each can be opened any number of times. Null when the mail is not here. */
  readonly parts: (id: MailId, parts: readonly string[]) => Promise<ReadonlyMap<string, PartReader> | null>
  readonly raw: (id: MailId) => Promise<{ readonly size: number; readonly stream: Readable } | null>
  /** Marks mails, or all of a folder, in one transaction; answers how many changed. */
  readonly mark: (which: readonly MailId[] | { readonly folder: FolderId }, mark: Mark) => Promise<number>
  /** `receipt`: the one that it asks for was sent or declined (RFC 3503). Where a mail server keeps no such note, none is left. */
  readonly noteReply: (id: MailId, kind: ReplyNote) => Promise<void>
  /**
   * Null when the target is not there. Mails that are not here are left out of the answer.
   * `by` left out: the person. With `from`, only those that lie there in this moment.
   */
  readonly move: (
    ids: readonly MailId[],
    target: FolderId,
    by?: MovedBy,
    from?: FolderId,
  ) => Promise<readonly Moved[] | null>
  /** Deletes for good; answers the ids that went. */
  readonly remove: (ids: readonly MailId[]) => Promise<readonly MailId[]>
  /** Keeps a message. Throws Refusal('quotaExceeded') where it does not fit and `Refusal('diskFull')` where it cannot be written. */
  readonly append: (mail: NewMail) => Promise<{ readonly id: MailId; readonly isNew: boolean }>
  /**
   * Puts a new version in a mail's place in one transaction: the old one is gone only when the new one is safe. Throws
   * `Refusal('draftConflict')` and keeps nothing where the old one is no longer there; of two at the same moment one comes to that.
   */
  readonly replace: (old: MailId | null, mail: NewMail) => Promise<{ readonly id: MailId }>
  /**
   * Null when the name is taken there. `parent` is a person's own folder, or null for the top. Throws `Refusal`: `notFound` for a parent
   * that is not there, `folderNameInvalid` and `serverCannot` where a mail server cannot hold such a name or a folder within that one.
   */
  readonly createFolder: (name: string, parent?: FolderId | null) => Promise<Folder | null>
  /**
   * Gives a person's own folder another name and, where `parent` is given, another place. Answers what it and all beneath it are called
   * now, itself first; null when the name is taken there. Throws as `createFolder` does, and `notAllowed` where it would stand within itself.
   */
  readonly renameFolder: (
    id: FolderId,
    to: { readonly name: string; readonly parent?: FolderId | null },
  ) => Promise<readonly RenamedFolder[] | null>
  /**
   * Takes a person's own folder away with all beneath it, once every mail in them lies in the target. Throws `Refusal`: `notFound` for
   * either that is not there, `notAllowed` for a target among those that go.
   */
  readonly removeFolder: (id: FolderId, target: FolderId) => Promise<RemovedFolder>
  /** Moves every mail of a folder to the target, or deletes it for good where that is null; answers how many. Throws `Refusal('notFound')`. */
  readonly emptyFolder: (id: FolderId, target: FolderId | null) => Promise<number>
  readonly quota: () => Promise<{ readonly used: number; readonly limit: number; readonly count: number }>
  /** Where the inbox stands: an opaque cursor. */
  readonly cursor: () => Promise<string>
  /** Mails that arrived in the inbox after the cursor, newest first (at most `most` of them), and how many. */
  readonly arrivals: (
    since: string,
    most: number,
  ) => Promise<{ readonly count: number; readonly newest: readonly StoredSummary[]; readonly cursor: string }>
}

export type MailStores = {
  readonly of: (account: Account) => MailStore
}
