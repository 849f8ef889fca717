/** What is done to mails: shown at once, asked of the gateway in one request, taken back when it refuses. */
import { nanoid } from '@reduxjs/toolkit'
import type { Mark } from '../../contract/endpoints/mail'
import * as calls from '../../contract/endpoints/mail'
import type { MailSummary } from '../../contract/shapes'
import type { Failure, Outcome } from '../../lib/http/outcome'
import { loadFolders } from '../../store/folderThunks'
import {
  folderMarked,
  mailMarked,
  mailMarkRefused,
  mailMoved,
  mailMoveUndone,
  mailRemoved,
  mailRemoveRefused,
} from '../../store/mailEvents'
import { noticeShown } from '../../store/notices'
import type { AppThunk } from '../../store/typed'
import { refreshOpenList } from './listThunks'
import { changeSettled, undoOffered } from './mailboxSlice'
import { changesMail, type Decided, type UndoableChange } from './undoableChange'

/** Says why, and where the mail is no longer what the list believes, asks anew. */
export function sayRefusal(code: Failure['code']): AppThunk<void> {
  return (dispatch) => {
    if (code === 'sessionLost' || code === 'cancelled') return
    dispatch(noticeShown({ tone: 'error', message: `errors:${code}` }))
    if (code === 'unreachable') return
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

const movedMessages: Readonly<Record<string, string>> = { deleted: 'mail:deleted', junk: 'mail:junked' }

/** What is said of the senders along with a move. */
export type MoveManner = 'plain' | 'report' | 'reportAndBlock' | 'always'

type MoveReply = Pick<Extract<UndoableChange, { kind: 'move' }>, 'moved'> & Partial<Decided>

function askMove(ids: string[], target: string, manner: MoveManner): AppThunk<Promise<Outcome<MoveReply>>> {
  return async (_dispatch, _getState, { call }) => {
    if (manner === 'report' || manner === 'reportAndBlock')
      return call(calls.reportSpam, { ids, blacklist: manner === 'reportAndBlock' })
    if (manner === 'always') return call(calls.moveAndRemember, { ids, target, rememberSender: true })
    return target === 'junk' ? call(calls.moveToJunk, { ids }) : call(calls.moveMails, { ids, target })
  }
}

function decidedIn({ blocked = [], distrusted = [], rules = [] }: MoveReply): Decided | null {
  return blocked.length + distrusted.length + rules.length === 0 ? null : { blocked, distrusted, rules }
}

/** Moves mails to a folder, Deleted and Junk included; nothing to do for those that are there already. */
export function moveMails(
  chosen: readonly MailSummary[],
  target: string,
  manner: MoveManner = 'plain',
): AppThunk<Promise<boolean>> {
  return async (dispatch) => {
    if (chosen.length === 0) return dispatch(sayNoneSelected())
    const mails = chosen.filter((mail) => mail.folder !== target)
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
    const { moved } = outcome.value
    const decided = decidedIn(outcome.value)
    dispatch(undoOffered({ changeId, kind: 'move', mails: [...mails], target, moved, decided }))
    const plain = movedMessages[target] ?? 'mail:moved'
    const message = manner === 'reportAndBlock' ? 'mail:blocked' : manner === 'always' ? 'mail:movedAlways' : plain
    dispatch(noticeShown({ tone: 'success', message, params: { count: moved.length }, undoId: changeId }))
    void dispatch(refreshOpenList())
    return true
  }
}

/** Deletes mails for good: there is no Undo, so the person has confirmed it before. */
export function removeForever(mails: readonly MailSummary[]): AppThunk<Promise<boolean>> {
  return async (dispatch, _getState, { call }) => {
    if (mails.length === 0) return dispatch(sayNoneSelected())
    const changeId = nanoid()
    dispatch(mailRemoved({ changeId, mails }))
    const outcome = await call(calls.removeMails, { ids: mails.map((mail) => mail.id) })
    dispatch(changeSettled({ changeId }))
    if (!outcome.ok) {
      dispatch(mailRemoveRefused({ changeId, mails }))
      dispatch(sayRefusal(outcome.code))
      return false
    }
    dispatch(noticeShown({ tone: 'success', message: 'mail:removed', params: { count: mails.length } }))
    void dispatch(refreshOpenList())
    return true
  }
}

/** Marks mails without a word of success; false when it was refused. */
export function applyMark(mails: readonly MailSummary[], mark: Mark, changeId = nanoid()): AppThunk<Promise<boolean>> {
  return async (dispatch, _getState, { call }) => {
    dispatch(mailMarked({ changeId, mails, mark }))
    const outcome = await call(calls.markMails, { ids: mails.map((mail) => mail.id), mark })
    dispatch(changeSettled({ changeId }))
    if (outcome.ok) return true
    dispatch(mailMarkRefused({ changeId, mails, mark }))
    dispatch(sayRefusal(outcome.code))
    return false
  }
}

/** Marks those of the chosen mails of which the mark says something new; `quiet` offers no Undo, as for a mail just read. */
export function markMails(
  chosen: readonly MailSummary[],
  mark: Mark,
  { quiet = false }: { quiet?: boolean } = {},
): AppThunk<Promise<boolean>> {
  return async (dispatch) => {
    if (chosen.length === 0) return dispatch(sayNoneSelected())
    const mails = chosen.filter((mail) => changesMail(mark, mail))
    if (mails.length === 0) return true
    const changeId = nanoid()
    if (!(await dispatch(applyMark(mails, mark, changeId)))) return false
    if (quiet) return true
    dispatch(undoOffered({ changeId, kind: 'mark', mails: [...mails], mark }))
    const params = { count: mails.length }
    dispatch(noticeShown({ tone: 'success', message: `mail:marked.${mark}`, params, undoId: changeId }))
    return true
  }
}

/** Marks whatever a folder holds, on all its pages, in one request. */
export function markFolder(folder: string, mark: Mark): AppThunk<Promise<boolean>> {
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

/** The flag of one row: pressing it again takes it back, so it needs no Undo. */
export function toggleFlag(mail: MailSummary): AppThunk<Promise<boolean>> {
  return (dispatch) => dispatch(applyMark([mail], mail.flagged ? 'unflagged' : 'flagged'))
}
