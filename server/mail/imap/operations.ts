/** What the parts of this adapter are to one another: each takes the context, the folders and the account, then what its port's call takes. */
import type { Mark } from '#contract/endpoints/mail/mail'
import type { Account, AccountId } from '../../core/account'
import type { Folder, FolderId, MailId, StoredSummary } from '../../core/mail'
import type { MailSearch } from '../../core/mailSearch'
import type {
  FolderQuery,
  MailPage,
  Moved,
  NewMail,
  RemovedFolder,
  RenamedFolder,
  ReplyNote,
  TextQuery,
} from '../mail.store'
import type { ImapContext } from './context'

export type Mailbox = {
  /** `inbox`, `sent`, `draft`, `deleted`, `junk`, or a person's own folder's. */
  readonly id: FolderId
  readonly path: string
  /** What stands in a `Folder`: the last name of the path, or the id of a system folder. */
  readonly name: string
  readonly parent: FolderId | null
  /** False for a node that only holds other folders. */
  readonly holdsMail: boolean
}

export type Layout = {
  readonly mailboxes: readonly Mailbox[]
  readonly delimiter: string
  /** What the paths of a person's folders begin with, such as `INBOX.`; often ''. */
  readonly prefix: string
}

/** UIDs of one mailbox that ids named; `uidValidity` is what the ids hold and must still be the mailbox's: else they are not found. */
export type MailGroup = {
  readonly mailbox: Mailbox
  readonly uidValidity: bigint
  readonly mails: readonly { readonly id: MailId; readonly uid: number }[]
}

/** A mailbox as the server counts it; null where it does not say. */
export type CountedMailbox = {
  readonly mailbox: Mailbox
  readonly status: { readonly messages: number; readonly uidNext: number; readonly uidValidity: bigint } | null
}

export type Folders = {
  /** The mailboxes of an account, kept for a moment. */
  readonly layout: (account: Account) => Promise<Layout>
  /** Null when there is none that holds mail. With `make` a system folder that the server lacks is made first. */
  readonly find: (account: Account, id: FolderId, options?: { readonly make?: boolean }) => Promise<Mailbox | null>
  /** What well-formed ids name, by mailbox and UIDVALIDITY, in the order of the ids; whatever else is left out. */
  readonly groups: (account: Account, ids: readonly MailId[]) => Promise<readonly MailGroup[]>
  /** As they stand now, with counts. */
  readonly counted: (account: Account) => Promise<readonly Folder[]>
  /** Those that hold mail, without views over the mail of others (RFC 6154 §2). */
  readonly statuses: (account: Account) => Promise<readonly CountedMailbox[]>
  /** To be called after a folder came, went or was renamed (`layout`), or mails were added, moved, marked or removed (`counts`). */
  readonly changed: (id: AccountId, what: 'layout' | 'counts') => void
}

type Part<Args extends readonly unknown[], Answer> = (
  context: ImapContext,
  folders: Folders,
  account: Account,
  ...args: Args
) => Promise<Answer>

/** marks.ts */
export type MarkMails = Part<[which: readonly MailId[] | { readonly folder: FolderId }, mark: Mark], number>
export type NoteReplied = Part<[id: MailId, kind: ReplyNote], void>
/** moves.ts */
export type MoveMails = Part<[ids: readonly MailId[], target: FolderId, from?: FolderId], readonly Moved[] | null>
export type RemoveMails = Part<[ids: readonly MailId[]], readonly MailId[]>
/** append.ts */
export type AppendMail = Part<[mail: NewMail], { readonly id: MailId; readonly isNew: boolean }>
export type ReplaceMail = Part<[old: MailId | null, mail: NewMail], { readonly id: MailId }>
/** createFolder.ts */
export type CreateFolder = Part<[name: string, parent: FolderId | null], Folder | null>
/** renameFolder.ts */
export type RenameFolder = Part<
  [id: FolderId, to: { readonly name: string; readonly parent?: FolderId | null }],
  readonly RenamedFolder[] | null
>
/** removeFolder.ts */
export type RemoveFolder = Part<[id: FolderId, target: FolderId], RemovedFolder>
/** emptyFolder.ts */
export type EmptyFolder = Part<[id: FolderId, target: FolderId | null], number>
/** search.ts */
export type SearchMails = Part<[query: TextQuery], MailPage | null>
/** findAll.ts */
export type FindAll = Part<[search: MailSearch, goOn: () => Promise<boolean>], readonly MailId[] | null>
/** flagView.ts: the view `flag`, over all folders. */
export type FlagPage = Part<[query: FolderQuery], MailPage>
/** sorted.ts: UIDs in the order asked for, of those that the filter lets through. Throws `Refusal('serverCannot')` where the server has no SORT. */
export type SortedUids = (
  context: ImapContext,
  account: Account,
  path: string,
  query: FolderQuery,
) => Promise<readonly number[]>

/**
 * summaries.ts: list rows of these UIDs of one mailbox, in this order, without those that are gone; the mailbox is selected within.
 * To be called outside of any other `within` of the same lane.
 */
export type SummariesOf = (
  context: ImapContext,
  account: Account,
  mailbox: Mailbox,
  uids: readonly number[],
) => Promise<readonly StoredSummary[]>
