/**
 * Keeps mail. A `MailStore` is one account's; an id that is absent or another account's is simply not found.
 * The order of a folder is arrival order, newest first, unless another is asked for.
 */
import type { Readable } from 'node:stream'
import type { Filter, Mark, Sort } from '../../src/contract/endpoints/mail'
import type { Account, AccountId } from '../core/account'
import type { Attachment, Folder, FolderId, MailFlags, MailId, ParsedMail, StoredSummary } from '../core/mail'

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
}

export type MailPage = {
  readonly list: readonly StoredSummary[]
  readonly total: number
  readonly unread: number | null
  /** True while a search goes on behind: list and total are what there is by now, and asking again tells more. */
  readonly goesOn?: boolean
}

export type SearchLocation = 'all' | 'subject' | 'from' | 'to' | 'body' | 'attachment'

/** Words that must all stand in one place of a mail. */
export type SearchedText = { readonly keyword: string; readonly location: SearchLocation }

/** What else must be true of a mail; null asks for nothing. */
export type SearchCriteria = {
  readonly texts: readonly SearchedText[]
  readonly seen: boolean | null
  readonly flagged: boolean | null
  readonly urgent: boolean | null
  readonly hasAttachment: boolean | null
  /** Instants of arrival, both included. */
  readonly since: number | null
  readonly until: number | null
  /** Bytes of the whole mail, both included. */
  readonly minSize: number | null
  readonly maxSize: number | null
}

/** Words in any order; may be empty where there are criteria. */
export type TextQuery = SearchedText & {
  readonly folder: FolderId | null
  readonly page: number
  readonly pageSize: number
  readonly criteria?: SearchCriteria
}

export type Moved = { readonly id: MailId; readonly newId: MailId; readonly from: FolderId }

export type RenamedFolder = { readonly id: FolderId; readonly newId: FolderId }

/** The folder itself and those that were beneath it; `moved` counts the mails that lay in them. */
export type RemovedFolder = { readonly removed: readonly FolderId[]; readonly moved: number }

export type OpenedMail = { readonly summary: StoredSummary; readonly parsed: ParsedMail }

export type PartStream = { readonly attachment: Attachment; readonly stream: Readable }

/** A message that is to be kept: its bytes come from a file already on the disk or from memory. */
export type NewMail = {
  readonly folder: FolderId
  readonly source: MessageSource
  readonly flags: Partial<MailFlags>
  readonly receivedAt: number
  /** Two appends of one account with the same key are one (a send's Sent copy, a delivery after a crash). */
  readonly key: string | null
}

export type MessageSource =
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  | { readonly kind: 'spool'; readonly spool: SpoolId }

export type SpoolId = string

export type MailStore = {
  readonly folders: () => Promise<readonly Folder[]>
  /** Null when there is no such folder. */
  readonly page: (query: FolderQuery) => Promise<MailPage | null>
  readonly search: (query: TextQuery) => Promise<MailPage | null>
  /** Those of the ids that are here. */
  readonly summaries: (ids: readonly MailId[]) => Promise<readonly StoredSummary[]>
  readonly open: (id: MailId) => Promise<OpenedMail | null>
  readonly part: (id: MailId, part: string) => Promise<PartStream | null>
  readonly raw: (id: MailId) => Promise<{ readonly size: number; readonly stream: Readable } | null>
  /** Marks mails, or all of a folder, in one transaction; answers how many changed. */
  readonly mark: (which: readonly MailId[] | { readonly folder: FolderId }, mark: Mark) => Promise<number>
  readonly noteReply: (id: MailId, kind: 'answered' | 'forwarded') => Promise<void>
  /** Null when the target is not there. Mails that are not here are left out of the answer. */
  readonly move: (ids: readonly MailId[], target: FolderId) => Promise<readonly Moved[] | null>
  /** Deletes for good; answers the ids that went. */
  readonly remove: (ids: readonly MailId[]) => Promise<readonly MailId[]>
  /** Keeps a message. Throws Refusal('quotaExceeded') where it does not fit and `Refusal('diskFull')` where it cannot be written. */
  readonly append: (mail: NewMail) => Promise<{ readonly id: MailId; readonly isNew: boolean }>
  /** Puts a new version in a mail's place in one transaction: the old one is gone only when the new one is safe. */
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
  /** Forgets all mail of an account. */
  readonly drop: (id: AccountId) => Promise<void>
}
