/** How a mail begins without a line: a new one with nothing, an answer or a forward with what this device kept of the mail. */
import { emptyForm } from '#contract/compose/emptyForm'
import { loadChunk } from '#src/store/loadChunk'
import type { AppThunk } from '#src/store/typed'
import type { Origin } from '../draft/localContent'
import type { OfflineStart } from './cachedAnswer'

/** Null where it takes the gateway to know. */
export function offlineForm(origin: Origin): AppThunk<Promise<OfflineStart | null>> {
  return async (dispatch) => {
    if (origin.mode === 'new') return { form: emptyForm, leftOut: [] }
    const part = await dispatch(loadChunk(() => import('./cachedAnswer')))
    return part === null ? null : dispatch(part.cachedAnswer(origin))
  }
}
