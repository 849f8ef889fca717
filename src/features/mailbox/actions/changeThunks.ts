/** What is done to mails, and to all mails of conversations: shown at once, asked of the gateway in one request, taken back when it refuses. */

import { nanoid } from '@reduxjs/toolkit'
import type { Mark } from '#contract/endpoints/mail/mail'
import * as calls from '#contract/endpoints/mail/mail'
import { readableAddress } from '#contract/mail/domainSpelling'
import type { MailSummary } from '#contract/shapes'
import type { Failure, Outcome } from '#src/lib/http/outcome'
import { say } from '#src/store/ask'
import { mailsRenamed } from '#src/store/mail/cache'
import { selectFolders } from '#src/store/mail/folders'
import { loadFolders } from '#src/store/mail/folderThunks'
import {
  changeSettled,
  folderMarked,
  mailMarked,
  mailMarkRefused,
  mailMoved,
  mailMoveUndone,
  mailRemoved,
  mailRemoveRefused,
} from '#src/store/mail/mailEvents'
import { loadQuota } from '#src/store/mail/quotaThunks'
import { noticeShown } from '#src/store/shell/notices'
import type { AppThunk } from '#src/store/typed'
import { mailsOf } from '../listData/conversationRows'
import { refreshOpenList } from '../listData/listThunks'
import { undoOffered } from '../mailboxSlice'
import { inMailOrder } from './mailQueue'
import { changesMail, type Decided, type UndoableChange } from './undoableChange'

/** Says why, and where the mail is no longer what the list believes, asks anew. */
export function sayRefusal(code: Failure['code']): AppThunk<void> {
  return (dispatch) => {
    dispatch(say({ code }))
    if (code === 'sessionLost' || code === 'cancelled' || code === 'unreachable') return
    void dispatch(refreshOpenList())
    void dispatch(loadFolders())
  }
}

/** What a command says that found nothing to act on (SPEC §5). */
export function sayNoneSelected(): AppThunk<boolean> {
  return (dispatch) => {
    dispatch(noticeShown({ tone: 'error', message: 'mail:noneSelected' }))
    return false
  }
}

/** What waits to be sent can be taken back, what was deleted for good restored; neither is moved or marked. */
const stays = ({ waits, recoverableUntil }: MailSummary) => waits !== undefined || recoverableUntil !== undefined

function sayItStays(mails: readonly MailSummary[]): AppThunk<false> {
  return (dispatch) => {
    const waits = mails.some((mail) => mail.waits !== undefined)
    dispatch(noticeShown({ tone: 'error', message: waits ? 'mail:waitingStays' : 'mail:recoverableStays' }))
    return false
  }
}

const movedMessages: Readonly<Record<string, string>> = {
  archive: 'mail:archived',
  deleted: 'mail:deleted',
  junk: 'mail:junked',
  inbox: 'mail:movedToInbox',
}

/** What is said of the senders along with a move. */
export type MoveKind = 'plain' | 'report' | 'reportAndBlock' | 'always'

type MoveReply = Pick<Extract<UndoableChange, { kind: 'move' }>, 'moved'> &
  Partial<Decided> & { readonly against?: readonly string[] }

function askMove(ids: string[], target: string, manner: MoveKind): AppThunk<Promise<Outcome<MoveReply>>> {
  return (_dispatch, _getState, { call }) =>
    inMailOrder<Outcome<MoveReply>>(call, ids, () => {
      if (manner === 'report' || manner === 'reportAndBlock')
        return call(calls.reportSpam, { ids, blacklist: manner === 'reportAndBlock' })
      if (manner === 'always') return call(calls.moveAndRemember, { ids, target, rememberSender: true })
      return target === 'junk' ? call(calls.moveToJunk, { ids }) : call(calls.moveMails, { ids, target })
    })
}

function decidedIn({ blocked = [], distrusted = [], rules = [] }: MoveReply): Decided | null {
  return blocked.length + distrusted.length + rules.length === 0 ? null : { blocked, distrusted, rules }
}

function movedMessage(manner: MoveKind, target: string, isAgainst: boolean, folder: string | undefined): string {
  if (manner === 'reportAndBlock') return isAgainst ? 'mail:blockedAgainst' : 'mail:blocked'
  if (manner === 'always') return 'mail:movedAlways'
  // A folder that was made for it may not be known yet.
  return movedMessages[target] ?? (folder === undefined ? 'mail:moved' : 'mail:movedTo')
}

/** Moves mails to a folder, Deleted and Junk included; nothing to do for those that are there already. */
export function moveRows(
  chosen: readonly MailSummary[],
  target: string,
  manner: MoveKind = 'plain',
): AppThunk<Promise<boolean>> {
  return async (dispatch, getState) => {
    if (chosen.length === 0) return dispatch(sayNoneSelected())
    if (chosen.some(stays)) return dispatch(sayItStays(chosen))
    const mails = chosen.flatMap(mailsOf).filter((mail) => mail.folder !== target)
    if (mails.length === 0) return true
    const changeId = nanoid()
    const ids = mails.map((mail) => mail.id)
    dispatch(mailMoved({ changeId, mails, target }))
    const outcome = await dispatch(askMove(ids, target, manner))
    dispatch(changeSettled({ changeId }))
    if (!outcome.ok) {
      dispatch(mailMoveUndone({ changeId, mails, target }))
      dispatch(sayRefusal(outcome.code))
      return false
    }
    const { moved, against = [] } = outcome.value
    const renamed = moved.filter(({ id, newId }) => id !== newId)
    if (renamed.length > 0) dispatch(mailsRenamed(renamed.map(({ id }) => id)))
    const decided = decidedIn(outcome.value)
    dispatch(undoOffered({ changeId, kind: 'move', mails: [...mails], target, moved, decided }))
    const folder = selectFolders(getState()).find(({ id }) => id === target)
    const params = {
      count: moved.length,
      against: against.map(readableAddress).join(', '),
      folder: folder?.name ?? '',
    }
    const message = movedMessage(manner, target, against.length > 0, folder?.name)
    dispatch(noticeShown({ tone: 'success', message, params, undoId: changeId }))
    void dispatch(refreshOpenList())
    // A mail server makes its archive with the first message that goes there.
    if (folder === undefined) void dispatch(loadFolders())
    return true
  }
}

/** Deletes mails for good: there is no Undo, so the person has confirmed it before. */
export function removeForever(chosen: readonly MailSummary[]): AppThunk<Promise<boolean>> {
  return async (dispatch, _getState, { call }) => {
    if (chosen.length === 0) return dispatch(sayNoneSelected())
    const mails = chosen.flatMap(mailsOf)
    const changeId = nanoid()
    dispatch(mailRemoved({ changeId, mails }))
    const ids = mails.map((mail) => mail.id)
    const outcome = await inMailOrder(call, ids, () => call(calls.removeMails, { ids }))
    dispatch(changeSettled({ changeId }))
    if (!outcome.ok) {
      dispatch(mailRemoveRefused({ changeId, mails }))
      dispatch(sayRefusal(outcome.code))
      return false
    }
    const message = mails[0]?.recoverableUntil === undefined ? 'mail:removed' : 'mail:erased'
    dispatch(noticeShown({ tone: 'success', message, params: { count: mails.length } }))
    void dispatch(refreshOpenList())
    void dispatch(loadQuota())
    return true
  }
}

/** Marks mails without a word of success; false when it was refused. `isUnasked`: without a line it is not said either. */
export function sendMark(
  mails: readonly MailSummary[],
  mark: Mark,
  { changeId = nanoid(), isUnasked = false }: { changeId?: string; isUnasked?: boolean } = {},
): AppThunk<Promise<boolean>> {
  return async (dispatch, _getState, { call }) => {
    dispatch(mailMarked({ changeId, mails, mark }))
    const ids = mails.map((mail) => mail.id)
    const outcome = await inMailOrder(call, ids, () => call(calls.markMails, { ids, mark }))
    dispatch(changeSettled({ changeId }))
    if (outcome.ok) return true
    dispatch(mailMarkRefused({ changeId, mails, mark }))
    if (!isUnasked || outcome.code !== 'unreachable') dispatch(sayRefusal(outcome.code))
    return false
  }
}

/** Marks those of the chosen mails of which the mark says something new; `quiet` offers no Undo; `unasked`: nobody pressed anything for it. */
export function markRows(
  chosen: readonly MailSummary[],
  mark: Mark,
  { quiet = false, unasked = false }: { quiet?: boolean; unasked?: boolean } = {},
): AppThunk<Promise<boolean>> {
  return async (dispatch) => {
    if (chosen.length === 0) return dispatch(sayNoneSelected())
    if (chosen.some(stays)) return dispatch(sayItStays(chosen))
    const mails = chosen.flatMap(mailsOf).filter((mail) => changesMail(mark, mail))
    if (mails.length === 0) return true
    const changeId = nanoid()
    if (!(await dispatch(sendMark(mails, mark, { changeId, isUnasked: unasked })))) return false
    if (quiet) return true
    dispatch(undoOffered({ changeId, kind: 'mark', mails: [...mails], mark }))
    const params = { count: mails.length }
    dispatch(noticeShown({ tone: 'success', message: `mail:marked.${mark}`, params, undoId: changeId }))
    return true
  }
}

/** Marks whatever a folder holds, on all its pages, in one request. */
export function markWholeFolder(folder: string, mark: Mark): AppThunk<Promise<boolean>> {
  return async (dispatch, _getState, { call }) => {
    const outcome = await call(calls.markMails, { folder, mark })
    if (!outcome.ok) {
      dispatch(sayRefusal(outcome.code))
      return false
    }
    dispatch(folderMarked({ folder, mark }))
    const params = { count: outcome.value.changed }
    dispatch(noticeShown({ tone: 'success', message: `mail:marked.${mark}`, params }))
    void dispatch(refreshOpenList())
    void dispatch(loadFolders())
    return true
  }
}

/** The flag of one row: of one mail pressing it again takes it back, so it needs no Undo. Of a conversation the newest mail gets it, and all lose it. */
export function toggleFlag(row: MailSummary): AppThunk<Promise<boolean>> {
  const mails = mailsOf(row)
  return async (dispatch) => {
    if (stays(row)) return dispatch(sayItStays([row]))
    // Of several mails one press cannot bring back which had the flag: that takes an Undo.
    if (mails.length > 1)
      return dispatch(markRows(row.flagged ? mails : mails.slice(0, 1), row.flagged ? 'unflagged' : 'flagged'))
    return dispatch(sendMark(mails, row.flagged ? 'unflagged' : 'flagged'))
  }
}
