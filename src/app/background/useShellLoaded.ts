/** Asks for what the desk shows around every page: when it opens, and when the gateway answers again after it was away. */
import { useEffect, useRef } from 'react'
import { loadFolders } from '../../store/mail/folderThunks'
import { receivedAll } from '../../store/mail/mailEvents'
import { loadQuota } from '../../store/mail/quotaThunks'
import { useServices } from '../../store/servicesContext'
import { refreshUser } from '../../store/session/sessionThunks'
import { loadSettings } from '../../store/settings/settingsThunks'
import { selectIsReachable } from '../../store/shell/connection'
import { useAppDispatch, useAppSelector } from '../../store/typed'

/** Milliseconds between two rounds, however often the line comes and goes: where one call of a round fails and another does not, it does both. */
export const leastPauseMs = 2_500

export function useShellLoaded(): void {
  const dispatch = useAppDispatch()
  const { now } = useServices()
  const isReachable = useAppSelector(selectIsReachable)
  const wasAway = useRef(false)
  const lastRound = useRef(Number.NEGATIVE_INFINITY)
  useEffect(() => {
    if (!isReachable) {
      wasAway.current = true
      return
    }
    function load() {
      lastRound.current = now()
      dispatch(refreshUser())
      dispatch(loadFolders())
      dispatch(loadQuota())
      dispatch(loadSettings())
      if (wasAway.current) dispatch(receivedAll())
      wasAway.current = false
    }
    // A clock that was set back meanwhile makes nobody wait longer.
    const left = Math.min(lastRound.current + leastPauseMs - now(), leastPauseMs)
    if (left <= 0) {
      load()
      return
    }
    const timer = setTimeout(load, left)
    return () => clearTimeout(timer)
  }, [dispatch, now, isReachable])
}
