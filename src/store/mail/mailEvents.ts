/**
 * Facts about mail that several slices care about. List, reader and unread counts each answer them; a thunk never adjusts
 * a count itself. Each optimistic fact has its `…Refused`, which carries what is needed to undo it.
 */
import { createAction } from '@reduxjs/toolkit'
import type { Reply } from '../../contract/endpoint'
import type { quotaMessages } from '../../contract/endpoints/account/account'
import type { Mark } from '../../contract/endpoints/mail/mail'
import type { Folder, MailSummary } from '../../contract/shapes'

export type Removal = {
  /** Names the change, so that its refusal or its undo finds it. */
  readonly changeId: string
  /** The rows as they were, each with its own former folder and flags. */
  readonly mails: readonly MailSummary[]
}

/** Mails got a mark; `mails` are the rows as they were before. */
export const mailMarked = createAction<{ changeId: string; mails: readonly MailSummary[]; mark: Mark }>('mail/marked')
export const mailMarkRefused = createAction<{ changeId: string; mails: readonly MailSummary[]; mark: Mark }>(
  'mail/markRefused',
)
/** A whole folder was marked. */
export const folderMarked = createAction<{ folder: string; mark: Mark }>('mail/folderMarked')
/** Every mail of a folder went to the target, or for good where that is null. */
export const folderEmptied = createAction<{ folder: string; target: string | null }>('mail/folderEmptied')
/** Folders are gone, and what lay in them is in the target. */
export const foldersRemoved = createAction<{ folders: readonly string[]; target: string }>('mail/foldersRemoved')
/** Mails went to another folder. */
export const mailMoved = createAction<Removal & { target: string }>('mail/moved')
/** The move was refused or undone: the rows are back where they were; `newIds` tells what an undone mail is called now. */
export const mailMoveUndone = createAction<Removal & { target: string; newIds?: Readonly<Record<string, string>> }>(
  'mail/moveUndone',
)
/** Mails were deleted for good. */
export const mailRemoved = createAction<Removal>('mail/removed')
export const mailRemoveRefused = createAction<Removal>('mail/removeRefused')
/** What was begun by a mark, a move or a removal has been answered, whichever way. */
export const changeSettled = createAction<Pick<Removal, 'changeId'>>('mail/changeSettled')
/** The server counted anew. */
export const foldersLoaded = createAction<readonly Folder[]>('mail/foldersLoaded')
/** The gateway has counted what its folders hold, asked at this instant (epoch milliseconds): rows told before it may be stale. */
export const foldersCounted = createAction<{ readonly askedAt: number }>('mail/foldersCounted')
/** Folders and quota as a former visit knew them, at `keptAt` in epoch milliseconds. */
export const shellRestored = createAction<{
  readonly folders: readonly Folder[]
  readonly quota: Reply<typeof quotaMessages> | null
  readonly keptAt: number
}>('mail/deskRecalled')
/** A mail was handed over for sending, so Sent, Drafts and the answered mail's row are stale. */
export const mailSent = createAction<{ id: string; draftId: string | null; answered: string | null }>('mail/sent')
export const draftSaved = createAction<{ id: string; formerId: string | null }>('mail/draftSaved')
/** The person asked for everything anew: open lists load again. */
export const receivedAll = createAction('mail/receivedAll')
