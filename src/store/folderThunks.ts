/** Counts of the folders, asked from the gateway. */
import { folderInfo } from '../contract/endpoints/mail'
import { foldersLoaded, receivedAll } from './mailEvents'
import { noticeShown } from './notices'
import type { AppThunk } from './typed'
import { foldersAsked, foldersRefused } from './unread'

/** Loads every folder with its counts; the sidebar offers a retry when it fails. */
export function loadFolders(): AppThunk<Promise<boolean>> {
  return async (dispatch, _getState, extra) => {
    dispatch(foldersAsked())
    const outcome = await extra.call(folderInfo, {})
    if (outcome.ok) dispatch(foldersLoaded(outcome.value.folders))
    else dispatch(foldersRefused())
    return outcome.ok
  }
}

/** The Receive-all button: every folder's counts anew, said when it cannot be done. */
export function receiveAll(): AppThunk<Promise<boolean>> {
  return async (dispatch, _getState, extra) => {
    const outcome = await extra.call(folderInfo, {})
    if (outcome.ok) {
      dispatch(foldersLoaded(outcome.value.folders))
      dispatch(receivedAll())
    } else if (outcome.code !== 'sessionLost' && outcome.code !== 'cancelled') {
      dispatch(noticeShown({ tone: 'error', message: `errors:${outcome.code}` }))
    }
    return outcome.ok
  }
}
