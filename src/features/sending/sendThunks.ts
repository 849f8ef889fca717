/** Takes a held mail back, sends it at once, and looks whether it went: nothing is said to be sent before it is. */

import * as planned from '../../contract/endpoints/sending/planned'
import * as entries from '../../contract/endpoints/sending/sending'
import type { Failure } from '../../lib/http/outcome'
import { loadFolders } from '../../store/mail/folderThunks'
import { draftSaved, mailSent, receivedAll } from '../../store/mail/mailEvents'
import { noticeShown } from '../../store/shell/notices'
import { overlayOpened } from '../../store/shell/overlays'
import type { AppThunk } from '../../store/typed'
import { holdsFetched, selectHeld, selectHeldSend, sendChanged, sendForgotten } from './sendsSlice'

/** What became of it is looked up then. */
const isHeldNoMore = (code: Failure['code']) =>
  code === 'tooLateToTakeBack' || code === 'takenBackElsewhere' || code === 'notFound'

/** Answers the draft that it became; null when it was too late or could not be asked, which is said. */
export function takeBack(id: string): AppThunk<Promise<string | null>> {
  return async (dispatch, _getState, { call }) => {
    dispatch(sendChanged({ id, phase: 'asking' }))
    const outcome = await call(planned.takeBackSend, { id })
    if (!outcome.ok) {
      // Only the gateway's own word makes it too late; without an answer the mail may still be held.
      dispatch(sendChanged({ id, phase: isHeldNoMore(outcome.code) ? 'going' : 'held', code: outcome.code }))
      return null
    }
    const { draftId } = outcome.value
    dispatch(sendForgotten({ id }))
    dispatch(draftSaved({ id: draftId, formerId: null }))
    return draftId
  }
}

export function sendHeldNow(id: string): AppThunk<Promise<void>> {
  return async (dispatch, _getState, { call }) => {
    dispatch(sendChanged({ id, phase: 'asking' }))
    const outcome = await call(planned.sendNow, { id })
    const isGoing = outcome.ok || isHeldNoMore(outcome.code)
    dispatch(sendChanged({ id, phase: isGoing ? 'going' : 'held', code: isGoing ? null : outcome.code }))
  }
}

/** Goes on with what the gateway holds for this account, whichever window has sent it. */
export function loadHeld(): AppThunk<Promise<void>> {
  return async (dispatch, getState, { call, now }) => {
    const asked = selectHeld(getState()).flatMap(({ id, phase }) => (phase === 'held' ? [id] : []))
    const outcome = await call(planned.heldSends, {})
    if (!outcome.ok) return
    const at = now()
    const told = outcome.value.held.map(({ id, subject, left }) => ({ id, subject, until: at + left }))
    dispatch(holdsFetched({ told, asked }))
    if (selectHeld(getState()).length > 0) dispatch(overlayOpened({ kind: 'sends' }))
  }
}

/** Asks what became of a mail that goes now; answers false while it is not known. */
export function followSend(id: string): AppThunk<Promise<boolean>> {
  return async (dispatch, getState, { call }) => {
    const outcome = await call(entries.sendStatus, { id })
    const send = selectHeldSend(getState(), id)
    if (send === undefined) return true
    if (!outcome.ok) {
      // An account that was emptied keeps no record of what it sent.
      if (outcome.code === 'notFound') dispatch(sendForgotten({ id }))
      return outcome.code === 'notFound'
    }
    const { recipients } = outcome.value
    if (recipients.every(({ state }) => state === 'cancelled')) {
      dispatch(sendForgotten({ id }))
      dispatch(noticeShown({ tone: 'info', message: 'sending:held.takenBack', params: { subject: send.subject } }))
      dispatch(receivedAll())
      void dispatch(loadFolders())
      return true
    }
    if (recipients.some(({ state }) => state === 'queued')) return false
    // Lists are read anew only now: while it was held there was no copy in Sent.
    dispatch(mailSent({ id, draftId: null, answered: null }))
    const wentWrong = recipients.some(({ state }) => state === 'failed' || state === 'retrying')
    dispatch(sendChanged({ id, phase: wentWrong ? 'failed' : 'sent' }))
    return true
  }
}
