/** What is done to folders: asked of the gateway, then told as facts that counts and lists answer. */

import type { Reply } from '../../contract/endpoint'
import * as calls from '../../contract/endpoints/mail/folders'
import { markMails } from '../../contract/endpoints/mail/mail'
import type { Folder } from '../../contract/shapes'
import type { Failure, Outcome } from '../../lib/http/outcome'
import { say } from '../../store/ask'
import { selectFolders } from '../../store/mail/folders'
import { isOwn } from '../../store/mail/foldersInOrder'
import { loadFolders } from '../../store/mail/folderThunks'
import { folderEmptied, folderMarked, foldersLoaded, foldersRemoved, receivedAll } from '../../store/mail/mailEvents'
import { loadQuota } from '../../store/mail/quotaThunks'
import { noticeShown } from '../../store/shell/notices'
import type { AppThunk } from '../../store/typed'
import { reordered } from './folderTree'

type Answer<E> = AppThunk<Promise<Outcome<Reply<E>>>>

/** `parent` is null for the top. */
export function createFolder(name: string, parent: string | null): Answer<typeof calls.addFolder> {
  return async (dispatch, _getState, { call }) => {
    const outcome = await call(calls.addFolder, { name, ...(parent === null ? {} : { parent }) })
    if (!outcome.ok) return outcome
    await dispatch(loadFolders())
    dispatch(noticeShown({ tone: 'success', message: 'folders:added', params: { name } }))
    return outcome
  }
}

/** A place that stays as it was is not sent, since it need not be one that the product would give. */
export function changeFolder(
  folder: Folder,
  to: { readonly name: string; readonly parent: string | null },
): Answer<typeof calls.renameFolder> {
  return async (dispatch, _getState, { call }) => {
    const place = to.parent === folder.parent ? {} : { parent: to.parent ?? '' }
    const outcome = await call(calls.renameFolder, { folder: folder.id, name: to.name, ...place })
    if (!outcome.ok) return outcome
    await dispatch(loadFolders())
    const { staleRules } = outcome.value
    if (staleRules.length === 0) {
      dispatch(noticeShown({ tone: 'success', message: 'folders:changed', params: { name: to.name } }))
    } else {
      const rules = staleRules.join(' · ')
      dispatch(noticeShown({ tone: 'error', message: 'folders:rulesStale', params: { name: to.name, rules } }))
    }
    return outcome
  }
}

/** `leave` leads away from a page that shows what goes, before anything on it would ask for that again. */
export function deleteFolder(
  folder: Folder,
  target: string,
  leave: (() => void) | null,
): Answer<typeof calls.removeFolder> {
  return async (dispatch, _getState, { call }) => {
    const outcome = await call(calls.removeFolder, { folder: folder.id, target })
    if (!outcome.ok) {
      // On a mail server, some of it may have been done.
      void dispatch(loadFolders())
      return outcome
    }
    leave?.()
    dispatch(foldersRemoved({ folders: outcome.value.removed, target }))
    const params = { name: folder.name, count: outcome.value.moved }
    dispatch(
      noticeShown({ tone: 'success', message: leave === null ? 'folders:removed' : 'folders:removedOpen', params }),
    )
    dispatch(receivedAll())
    void dispatch(loadFolders())
    return outcome
  }
}

export function clearFolder(folder: Folder): Answer<typeof calls.emptyFolder> {
  return async (dispatch, _getState, { call }) => {
    const outcome = await call(calls.emptyFolder, { folder: folder.id })
    if (!outcome.ok) return outcome
    const { count, target } = outcome.value
    dispatch(folderEmptied({ folder: folder.id, target }))
    const message = target === null ? 'folders:emptied' : 'folders:emptiedToDeleted'
    dispatch(noticeShown({ tone: 'success', message, params: { count } }))
    dispatch(receivedAll())
    void dispatch(loadFolders())
    void dispatch(loadQuota())
    return outcome
  }
}

/** Says why, and reads anew what the sidebar believes. */
function sayAndReload({ code }: Failure): AppThunk {
  return (dispatch) => {
    dispatch(say({ code }))
    if (code !== 'sessionLost' && code !== 'cancelled' && code !== 'unreachable') void dispatch(loadFolders())
  }
}

export function markFolderRead({ id }: Folder): AppThunk<Promise<void>> {
  return async (dispatch, _getState, { call }) => {
    const outcome = await call(markMails, { folder: id, mark: 'seen' })
    if (!outcome.ok) return void dispatch(sayAndReload(outcome))
    dispatch(folderMarked({ folder: id, mark: 'seen' }))
    const params = { count: outcome.value.changed }
    dispatch(noticeShown({ tone: 'success', message: 'folders:markedRead', params }))
    dispatch(receivedAll())
    void dispatch(loadFolders())
  }
}

export function changeFolderMarks(
  { id }: Folder,
  marks: { readonly pinned: boolean } | { readonly hidden: boolean },
): AppThunk<Promise<void>> {
  return async (dispatch, _getState, { call }) => {
    const outcome = await call(calls.markFolder, { folder: id, ...marks })
    if (outcome.ok) await dispatch(loadFolders())
    else dispatch(sayAndReload(outcome))
  }
}

/** Shown at once; the gateway's own order comes back where it refuses. */
export function saveFolderOrder(peers: readonly string[]): AppThunk<Promise<void>> {
  return async (dispatch, getState, { call }) => {
    const folders = selectFolders(getState())
    const own = reordered(
      folders.filter(({ id }) => isOwn(id)),
      peers,
    )
    dispatch(foldersLoaded([...folders.filter(({ id }) => !isOwn(id)), ...own]))
    const outcome = await call(calls.orderFolders, { folders: peers })
    if (!outcome.ok) dispatch(sayAndReload(outcome))
  }
}
