/** What the frame shows beside mail: the brand, and how full the mailbox is. */
import { quotaMessages } from '../contract/endpoints/account'
import { siteInfo } from '../contract/endpoints/session'
import { quotaLoaded } from './quota'
import { siteLoaded } from './site'
import type { AppThunk } from './typed'

/** Asked once at the start; without an answer the default brand stands. */
export function loadSite(): AppThunk<Promise<void>> {
  return async (dispatch, _getState, { call }) => {
    const outcome = await call(siteInfo, {})
    if (outcome.ok) dispatch(siteLoaded(outcome.value))
  }
}

/** Without an answer the last known figures stand. */
export function loadQuota(): AppThunk<Promise<void>> {
  return async (dispatch, _getState, { call }) => {
    const outcome = await call(quotaMessages, {})
    if (outcome.ok) dispatch(quotaLoaded(outcome.value))
  }
}
