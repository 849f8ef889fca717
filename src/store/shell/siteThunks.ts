/** The brand, asked from the gateway. */
import { siteInfo } from '../../contract/endpoints/session/session'
import type { AppThunk } from '../typed'
import { siteLoaded } from './site'

/** Asked once at the start; without an answer the default brand stands. */
export function loadSite(): AppThunk<Promise<void>> {
  return async (dispatch, _getState, { call }) => {
    const outcome = await call(siteInfo, {})
    if (outcome.ok) dispatch(siteLoaded(outcome.value))
  }
}
