/** Calls that change the second factor. */
import type { Call, Endpoint, Reply } from '#contract/endpoint'
import { distrustDevice } from '#contract/endpoints/session/factors'
import type { Outcome } from '#src/lib/http/outcome'
import { say } from '#src/store/ask'
import type { AppThunk } from '#src/store/typed'

/** What a form of these dialogs asks; its refusal stands beside the field. */
export const askFactor =
  <E extends Endpoint>(entry: E, form: Call<E>): AppThunk<Promise<Outcome<Reply<E>>>> =>
  (_dispatch, _getState, { call }) =>
    call(entry, form)

/** Whether the device is trusted no more; one that ran out meanwhile is gone as well. */
export const revokeTrust =
  (id: string): AppThunk<Promise<boolean>> =>
  async (dispatch, _getState, { call }) => {
    const outcome = await call(distrustDevice, { id })
    const isGone = outcome.ok || outcome.code === 'notFound'
    if (!outcome.ok && !isGone) dispatch(say(outcome))
    return isGone
  }
