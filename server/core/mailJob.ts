/** Long work over mail, done behind the calls. Times are epoch milliseconds. */
import type { RefusalCode } from '../../src/contract/codes'
import type { ImportedFile } from '../../src/contract/endpoints/mail/jobs'
import type { Filter, Mark } from '../../src/contract/endpoints/mail/mail'
import type { AccountId } from './account'
import type { FolderId, MailId } from './mail'
import type { MailSearch } from './mailSearch'

/** What is done to each mail that a folder and a filter hold, or that a search finds. */
export type FolderWork =
  | { readonly kind: 'mark'; readonly mark: Mark }
  | { readonly kind: 'move'; readonly target: FolderId }
  | { readonly kind: 'remove' }

/** Done by whoever fetches the archive: these mails, or all of the folder and the filter where `ids` is null; `zone` is the reader's. */
export type ExportWork = { readonly kind: 'export'; readonly ids: readonly MailId[] | null; readonly zone: string }

/** `entries` counts the mails of a file that have been dealt with, kept or refused. */
export type FileToImport = ImportedFile & { readonly uploadId: string; readonly entries: number }

export type ImportWork = { readonly kind: 'import'; readonly files: readonly FileToImport[] }

/** A run of rules over a folder, which bears the id of the job (`server/rules/running`). */
export type RulesWork = { readonly kind: 'rules' }

/** Takes back what a run has done. */
export type RulesUndoWork = { readonly kind: 'rulesUndo'; readonly runId: string }

/** Asked for by a recall, with which it is on record: nobody sees or stops it as a job. */
export type RecallWork = { readonly kind: 'recall'; readonly recallId: string }

/** An import of contacts that bears the id of the job: its own calls tell of it and stop it. */
export type ContactsWork = { readonly kind: 'contacts' }

/** A transfer of the mailbox into an organization: its own calls tell of it and stop it. */
export type MoveWork = { readonly kind: 'mailboxMove' }

/** The archive of everything that bears the id of the job: its own calls tell of it. */
export type ArchiveWork = { readonly kind: 'archive' }

/** The removal of a member, on record with the administrators' calls. */
export type RemovalWork = { readonly kind: 'memberRemoval'; readonly memberId: AccountId }

/** Reads the files of a whole mailbox over IMAP into their list (`server/mail/attachments`). */
export type AttachmentsWork = { readonly kind: 'attachments' }

export type AskedWork = FolderWork | ExportWork | ImportWork | RulesWork | RulesUndoWork
export type MailWork = AskedWork | RecallWork | ContactsWork | MoveWork | ArchiveWork | RemovalWork | AttachmentsWork

export type MailJob = {
  readonly id: string
  readonly accountId: AccountId
  readonly work: MailWork
  /** Empty for an export of mails that were named, and for what a search finds. */
  readonly folder: FolderId
  readonly filter: Filter
  /** In place of folder and filter: all that it finds. */
  readonly search?: MailSearch
  readonly state: 'running' | 'done' | 'cancelled' | 'failed'
  /** Mails that it was about when it was asked for; files of an import. */
  readonly total: number
  /** Mails that it has dealt with by now. */
  readonly done: number
  /** How far it has read, where what it changes stays in its folder and filter. */
  readonly position: number
  /** Why it failed. */
  readonly reason: RefusalCode | null
  readonly createdAt: number
}

export type AskedJob = MailJob & { readonly work: AskedWork }
export type FolderJob = MailJob & { readonly work: FolderWork }
export type ExportJob = MailJob & { readonly work: ExportWork }
export type ImportJob = MailJob & { readonly work: ImportWork }

/** How far a job is, as its worker notes it. */
export type Progress = Pick<MailJob, 'done' | 'position'> & {
  readonly files?: readonly FileToImport[]
  /** Where it was not known when it was asked for. */
  readonly total?: number
}
