/** How full the mailbox is: apart from the slice, which the sign-in page loads as well. */
import { quotaMessages } from '../../contract/endpoints/account/account'
import type { AppThunk, RootState } from '../typed'
import { quotaLoaded, selectQuota } from './quota'

/** Hardly a message is smaller: with less room left none comes in. */
const leastRoomBytes = 8_192

export function selectIsFull(state: RootState): boolean {
  const quota = selectQuota(state)
  return quota !== null && quota.limit - quota.used < leastRoomBytes
}

/** Without an answer the last known figures stand. */
export function loadQuota(): AppThunk<Promise<void>> {
  return async (dispatch, _getState, { call }) => {
    const outcome = await call(quotaMessages, {})
    if (outcome.ok) dispatch(quotaLoaded(outcome.value))
  }
}
