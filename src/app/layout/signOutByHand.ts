/** Signs out by hand: what is being written is saved first, and then nothing of it stays in this browser for whoever comes next (TRUST S18). */
import { withinTime } from '../../lib/clock/withinTime'
import { openKeys } from '../../lib/storage/openMarks'
import { selectUsername } from '../../store/session/session'
import { signOut } from '../../store/session/sessionThunks'
import { noticeShown } from '../../store/shell/notices'
import { overlayOpened } from '../../store/shell/overlays'
import { forgetComposers } from '../../store/shell/storedComposers'
import type { AppThunk, RootState } from '../../store/typed'

/** Asks first where words would be lost. */
export function signOutByHand(): AppThunk<Promise<void>> {
  return async (dispatch, getState, { localDrafts }) => {
    if (writtenHere(getState()).length > 0) {
      const compose = await withinTime(import('../../features/compose')).catch(() => null)
      // Without it nothing can be saved: whoever leaves now would lose words, so they stay and are told.
      if (compose === null) return void dispatch(noticeShown({ tone: 'error', message: 'common:unreachable' }))
      await compose.saveAllOpen()
    }
    const account = selectUsername(getState())
    const kept = account === null ? [] : await localDrafts.ofAccount(account).catch(() => [])
    if (kept.length > 0) dispatch(overlayOpened({ kind: 'leaving', count: kept.length }))
    else await dispatch(clearAndSignOut())
  }
}

export function clearAndSignOut(): AppThunk<Promise<void>> {
  return async (dispatch, getState, { localDrafts, tabItems }) => {
    const account = selectUsername(getState())
    const own = writtenHere(getState())
    dispatch(forgetComposers())
    const isOver = dispatch(signOut())
    // Nothing keeps them any more.
    tabItems.remove('fileUploads')
    await isOver
    const open = await openKeys()
    // What another tab is still writing is its own to keep; its session has ended as well.
    await localDrafts
      .removeWhere((draft) => draft.account === account && (own.includes(draft.key) || !open.has(draft.key)))
      .catch(() => undefined)
  }
}

function writtenHere(state: RootState): readonly string[] {
  return Object.keys(state.compose?.open ?? {})
}
