/** A mail that could not be handed over waits in this browser until there is a line again (TRUST R5); `features/offlineQueue` sends it then. */
import { nanoid } from '@reduxjs/toolkit'
import type { Call } from '#contract/endpoint'
import type { sendMail } from '#contract/endpoints/sending/sending'
import { loadQueued } from '#src/store/offlineQueue/offlineQueue'
import { selectUsername } from '#src/store/session/session'
import { noticeShown } from '#src/store/shell/notices'
import type { AppThunk } from '#src/store/typed'
import { selectComposer } from '../composeSlice'
import type { LocalContent } from '../draft/localContent'
import { forgetLocally } from '../draft/localCopy'

/** False where this browser keeps nothing: then it stays in its composer. */
export function queueOffline(key: string, form: Call<typeof sendMail>): AppThunk<Promise<boolean>> {
  return async (dispatch, getState, { localDrafts, now }) => {
    const composer = selectComposer(getState(), key)
    const account = selectUsername(getState())
    if (composer === null || account === null) return false
    const { content, origin, savedAt, draftId } = composer
    const kept: LocalContent = { content, origin, savedAt, unfinished: [] }
    const waits = { since: now(), form, refused: null }
    try {
      // Under a name of its own: whatever its composer still does on leaving is not done to it.
      await localDrafts.put({ key: nanoid(), account, changedAt: now(), draftId, content: kept, waits })
    } catch {
      return false
    }
    await forgetLocally(localDrafts, key, content)
    await dispatch(loadQueued())
    dispatch(noticeShown({ tone: 'info', message: 'compose:waits' }))
    return true
  }
}
