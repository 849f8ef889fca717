/** Counts of the folders, asked from the gateway. */

import { folderInfo } from '../../contract/endpoints/mail/mail'
import type { Failure } from '../../lib/http/outcome'
import { say } from '../ask'
import type { AppThunk } from '../typed'
import {
  countPutAside,
  foldersRefused,
  foldersRequested,
  selectFacts,
  selectFolderStatus,
  selectIsChanging,
} from './folders'
import { foldersCounted, foldersLoaded, receivedAll } from './mailEvents'

/** After so many counts in a row that something overtook, one is shown all the same. */
const mostAsks = 3

/** Loads every folder with its counts; the sidebar offers a retry when it fails. */
export function loadFolders(): AppThunk<Promise<boolean>> {
  return async (dispatch) => (await dispatch(countFolders())) === null
}

/** The Receive-all button: every folder's counts anew, said when it cannot be done. */
export function receiveAll(): AppThunk<Promise<boolean>> {
  return async (dispatch) => {
    const refusal = await dispatch(countFolders())
    if (refusal === null) dispatch(receivedAll())
    else dispatch(say({ code: refusal }))
    return refusal === null
  }
}

/** A count that something was done during may hold it or not: it is put aside, and asked for anew when the gateway has answered what was done. */
function countFolders(): AppThunk<Promise<Failure['code'] | null>> {
  return async (dispatch, getState, { call, now }) => {
    for (let asks = 1; ; asks += 1) {
      dispatch(foldersRequested())
      const askedAt = now()
      const before = selectFacts(getState())
      const wasChanging = selectIsChanging(getState())
      const outcome = await call(folderInfo, {})
      if (!outcome.ok) {
        dispatch(foldersRefused())
        return outcome.code
      }
      const isSure = !wasChanging && selectFacts(getState()) === before
      const isFirst = selectFolderStatus(getState()) !== 'ready'
      const isLater = selectIsChanging(getState())
      if (isSure || isFirst || asks === mostAsks) dispatch(foldersLoaded(outcome.value.folders))
      if (isSure || asks === mostAsks) {
        dispatch(foldersCounted({ askedAt }))
        return null
      }
      if (isLater) {
        dispatch(countPutAside())
        return null
      }
    }
  }
}
