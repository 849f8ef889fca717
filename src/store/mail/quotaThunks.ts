/** How full the mailbox is, asked from the gateway. */
import { quotaMessages } from '../../contract/endpoints/account/account'
import type { AppThunk } from '../typed'
import { quotaLoaded } from './quota'

/** Without an answer the last known figures stand. */
export function loadQuota(): AppThunk<Promise<void>> {
  return async (dispatch, _getState, { call }) => {
    const outcome = await call(quotaMessages, {})
    if (outcome.ok) dispatch(quotaLoaded(outcome.value))
  }
}
