/** A mail that could not be handed over waits in this browser until there is a line again (TRUST R5); `features/outbox` sends it then. */
import { nanoid } from '@reduxjs/toolkit'
import type { Call } from '../../contract/endpoint'
import type { sendMail } from '../../contract/endpoints/sending'
import { noticeShown } from '../../store/notices'
import { selectUsername } from '../../store/session'
import type { AppThunk } from '../../store/typed'
import { loadWaiting } from '../../store/waitingMails'
import { selectComposer } from './composeSlice'
import type { KeptContent } from './keptContent'

/** False where this browser keeps nothing: then it stays in its composer. */
export function waitForLine(key: string, form: Call<typeof sendMail>): AppThunk<Promise<boolean>> {
  return async (dispatch, getState, { localDrafts, now }) => {
    const composer = selectComposer(getState(), key)
    const account = selectUsername(getState())
    if (composer === null || account === null) return false
    const { content, origin, savedAt, draftId } = composer
    const kept: KeptContent = { content, origin, savedAt, unfinished: [] }
    const waits = { since: now(), form, refused: null }
    try {
      // Under a name of its own: whatever its composer still does on leaving is not done to it.
      await localDrafts.put({ key: nanoid(), account, changedAt: now(), draftId, content: kept, waits })
    } catch {
      return false
    }
    await localDrafts.remove(key).catch(() => undefined)
    await dispatch(loadWaiting())
    dispatch(noticeShown({ tone: 'info', message: 'compose:waits' }))
    return true
  }
}
