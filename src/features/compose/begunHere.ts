/** How a mail begins without a line: a new one with nothing, an answer or a forward with what this device kept of the mail. */
import { emptyForm } from '../../contract/emptyForm'
import { loadPart } from '../../store/loadPart'
import type { AppThunk } from '../../store/typed'
import type { Begun } from './keptAnswer'
import type { Origin } from './keptContent'

/** Null where it takes the gateway to know. */
export function begunHere(origin: Origin): AppThunk<Promise<Begun | null>> {
  return async (dispatch) => {
    if (origin.mode === 'new') return { form: emptyForm, leftOut: [] }
    const part = await dispatch(loadPart(() => import('./keptAnswer')))
    return part === null ? null : dispatch(part.keptAnswer(origin))
  }
}
