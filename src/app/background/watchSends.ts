/**
 * Follows mail that is on its way, whichever window has sent it: counts, lists and what can still be undone stay true without a page being
 * loaded. Asked for only while something waits, when the window is shown again, and with the looks for new mail (`lookAndCount`).
 */

import { useEffect } from 'react'
import { limits } from '../../contract/limits'
import type { Folder } from '../../contract/shapes'
import { withinTime } from '../../lib/clock/withinTime'
import { selectFolders } from '../../store/mail/folders'
import { loadFolders } from '../../store/mail/folderThunks'
import { foldersLoaded, receivedAll } from '../../store/mail/mailEvents'
import { startAppListening, useAppDispatch } from '../../store/typed'

/** What leaves the outbox does so within seconds, or waits for a mail server that is away. */
const firstPauseMs = 2_000
const longestPauseMs = limits.heartbeatMs

/** Started with the desk, once for the page's life. */
export function startWatchingSends(): void {
  let pause = firstPauseMs
  startAppListening({
    actionCreator: foldersLoaded,
    effect: async ({ payload }, { cancelActiveListeners, delay, dispatch, getOriginalState }) => {
      cancelActiveListeners()
      const former = selectFolders(getOriginalState())
      const changed = former.length > 0 && waiting.some((id) => totalOf(former, id) !== totalOf(payload, id))
      if (changed) dispatch(receivedAll())
      const hasOutbox = totalOf(payload, 'outbox') > 0
      // What has just left it may have been taken back by another window, and is not to be offered here any longer.
      const hadOutbox = totalOf(former, 'outbox') > 0
      if (hasOutbox || hadOutbox)
        void withinTime(import('../../features/sending')).then(({ loadHeld }) => dispatch(loadHeld()), ignore)
      if (waiting.every((id) => totalOf(payload, id) === 0)) return
      pause = !hasOutbox ? longestPauseMs : changed ? firstPauseMs : Math.min(pause * 2, longestPauseMs)
      await delay(pause)
      if (document.visibilityState === 'visible') await dispatch(loadFolders())
    },
  })
}

const waiting = ['outbox', 'scheduled']

const totalOf = (folders: readonly Folder[], id: string) => folders.find((folder) => folder.id === id)?.total ?? 0

/** Code that does not arrive is fetched with the next look. */
const ignore = () => undefined

/** Counts when the window is shown again. */
export function useLiveCounts(): void {
  const dispatch = useAppDispatch()
  useEffect(() => {
    const recount = () => {
      if (document.visibilityState === 'visible') void dispatch(loadFolders())
    }
    document.addEventListener('visibilitychange', recount)
    return () => document.removeEventListener('visibilitychange', recount)
  }, [dispatch])
}
