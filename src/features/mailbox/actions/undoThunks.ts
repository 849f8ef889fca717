/** Undo: each mail goes back into its own former folder with its former flags. */
import { moveMails, takeBackSenders } from '#contract/endpoints/mail/mail'
import type { Failure } from '#src/lib/http/outcome'
import { mailMoveUndone } from '#src/store/mail/mailEvents'
import { noticeShown, selectNewestNotice, undoPressed } from '#src/store/shell/notices'
import type { AppThunk } from '#src/store/typed'
import { refreshOpenList } from '../listData/listThunks'
import { selectMailbox } from '../mailboxSelectors'
import { undoTaken } from '../mailboxSlice'
import { sayRefusal, sendMark } from './changeThunks'
import { inMailOrder } from './mailQueue'
import { oppositeMark, type UndoableChange } from './undoableChange'

type Move = Extract<UndoableChange, { kind: 'move' }>

/** One request for each former folder, since a request names one target. */
function undoMove(change: Move): AppThunk<Promise<boolean>> {
  return async (dispatch, _getState, { call }) => {
    const former = new Map(change.moved.map(({ id, newId }) => [newId, id]))
    const newIds: Record<string, string> = {}
    let refusal: Failure['code'] | null = null
    for (const folder of new Set(change.moved.map(({ from }) => from))) {
      const ids = change.moved.filter(({ from }) => from === folder).map(({ newId }) => newId)
      const outcome = await inMailOrder(call, ids, () => call(moveMails, { ids, target: folder }))
      if (!outcome.ok) refusal = outcome.code
      else for (const { id, newId } of outcome.value.moved) newIds[former.get(id) ?? id] = newId
    }
    if (change.decided !== null) {
      const outcome = await call(takeBackSenders, change.decided)
      if (!outcome.ok) refusal = outcome.code
    }
    const mails = change.mails.filter((mail) => newIds[mail.id] !== undefined)
    if (mails.length > 0) {
      dispatch(mailMoveUndone({ changeId: change.changeId, mails, target: change.target, newIds }))
    }
    if (refusal !== null) dispatch(sayRefusal(refusal))
    else void dispatch(refreshOpenList())
    return refusal === null
  }
}

/** Takes back a change that was offered for Undo; a second press does nothing. */
export function undoChange(changeId: string): AppThunk<Promise<void>> {
  return async (dispatch, getState) => {
    const change = selectMailbox(getState()).undoable.find((candidate) => candidate.changeId === changeId)
    if (change === undefined) return
    dispatch(undoTaken({ changeId }))
    const done =
      change.kind === 'move'
        ? await dispatch(undoMove(change))
        : await dispatch(sendMark(markedNow(change), oppositeMark(change.mark)))
    if (done) dispatch(noticeShown({ tone: 'info', message: 'mail:undone' }))
  }
}

/** The rows as the mark left them, so that counts are taken back from there. */
function markedNow({ mails, mark }: Extract<UndoableChange, { kind: 'mark' }>) {
  return mails.map((mail) =>
    mark === 'seen' || mark === 'unseen'
      ? { ...mail, seen: mark === 'seen' }
      : { ...mail, flagged: mark === 'flagged' },
  )
}

/** The key for Undo: the newest change that a notice still offers. */
export function undoNewest(): AppThunk<void> {
  return (dispatch, getState) => {
    const undoId = selectNewestNotice(getState())?.undoId
    if (undoId !== undefined) dispatch(undoPressed({ undoId }))
  }
}
