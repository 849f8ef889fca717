import { useEffect } from 'react'
import { limits } from '../../contract/limits'
import { useServices } from '../../store/servicesContext'
import { selectSessionStatus } from '../../store/session/session'
import { selectIsReachable } from '../../store/shell/connection'
import { type AppThunk, useAppDispatch, useAppSelector, useAppStore } from '../../store/typed'
import { selectIsStopped } from './newMailSlice'
import { lookAndCount, lookForNewMail, resumeNewMail } from './newMailThunks'

/**
 * Looks once at the start, to learn where the inbox stands, and then on every fifth minute of the clock, also while the tab is hidden: its
 * title, its icon and the desktop tell of mail then. Each browser's minute begins when its page was opened, so that not all ask at one
 * instant. Looking that has stopped goes on when the person is back, and once a line that was dead is alive again.
 */
export function useNewMailClock(): void {
  const dispatch = useAppDispatch()
  const store = useAppStore()
  const { now } = useServices()
  const isSignedIn = useAppSelector(selectSessionStatus) === 'signedIn'
  const isReachable = useAppSelector(selectIsReachable)

  useEffect(() => {
    if (isSignedIn && isReachable) void dispatch(resumeNewMail())
  }, [dispatch, isSignedIn, isReachable])

  useEffect(() => {
    if (!isSignedIn) return
    const fifthMinute = () => Math.floor(now() / limits.newMailPollMs)
    let last = fifthMinute()

    function tick(look: () => AppThunk<Promise<unknown>>) {
      const present = fifthMinute()
      if (present === last) return
      last = present
      void dispatch(look())
    }

    function handleReturn() {
      if (document.visibilityState !== 'visible') return
      if (selectIsStopped(store.getState())) void dispatch(resumeNewMail())
      // Browsers let the clock of a hidden tab sleep; a window that is shown again counts by itself.
      else tick(lookForNewMail)
    }

    const timer = setInterval(() => tick(lookAndCount), limits.heartbeatMs)
    window.addEventListener('focus', handleReturn)
    document.addEventListener('visibilitychange', handleReturn)
    return () => {
      clearInterval(timer)
      window.removeEventListener('focus', handleReturn)
      document.removeEventListener('visibilitychange', handleReturn)
    }
  }, [dispatch, store, now, isSignedIn])
}
