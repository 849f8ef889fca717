/** Asks each minute whether the session stands, and looks again when the tab is shown or another tab signed in or out (SPEC §4). */
import { useEffect } from 'react'
import { useNavigate } from 'react-router-dom'
import { limits } from '../../contract/limits'
import { everyWhileVisible } from '../../lib/clock/everyWhileVisible'
import { selectSessionStatus } from '../../store/session'
import { checkSession } from '../../store/sessionThunks'
import { useAppDispatch, useAppSelector } from '../../store/typed'
import { useRouteSpec } from '../../store/useRouteSpec'

export function useSessionWatch(): void {
  const dispatch = useAppDispatch()
  const navigate = useNavigate()
  const status = useAppSelector(selectSessionStatus)
  const { loginRequired, minuteCheckOff } = useRouteSpec()
  const isWatched = status === 'signedIn'

  useEffect(() => {
    if (!isWatched) return
    const check = () => {
      if (document.visibilityState === 'visible') dispatch(checkSession())
    }
    const stop = minuteCheckOff ? () => undefined : everyWhileVisible(limits.heartbeatMs, check)
    document.addEventListener('visibilitychange', check)
    window.addEventListener('storage', check)
    return () => {
      stop()
      document.removeEventListener('visibilitychange', check)
      window.removeEventListener('storage', check)
    }
  }, [dispatch, isWatched, minuteCheckOff])

  useEffect(() => {
    // Signed out: the site's root, which leads on to the login page (SPEC §4).
    if (status === 'anonymous' && loginRequired) navigate('/', { replace: true })
  }, [status, loginRequired, navigate])
}
