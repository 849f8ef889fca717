/** Asks whether the session stands: each minute, after a pause, when the tab is shown, and when another tab says so (SPEC §4). */
import { useEffect } from 'react'
import { useNavigate } from 'react-router-dom'
import { limits } from '../../contract/limits'
import { everyWhileVisible } from '../../lib/clock/everyWhileVisible'
import { useRouteSpec } from '../../store/routes/useRouteSpec'
import { useServices } from '../../store/servicesContext'
import { selectLeadsTo, selectSessionStatus } from '../../store/session/session'
import { checkSession, refreshUser, takeStoredUser } from '../../store/session/sessionThunks'
import { useAppDispatch, useAppSelector } from '../../store/typed'
import { useOtherTabs } from './useOtherTabs'

export function useSessionWatch(): void {
  const dispatch = useAppDispatch()
  const navigate = useNavigate()
  const { now } = useServices()
  const status = useAppSelector(selectSessionStatus)
  const leadsTo = useAppSelector(selectLeadsTo)
  const { loginRequired, minuteCheckOff = false } = useRouteSpec()
  useOtherTabs()

  useEffect(() => {
    if (status !== 'signedIn') return
    const check = () => {
      if (document.visibilityState === 'visible') dispatch(checkSession())
    }
    document.addEventListener('visibilitychange', check)
    window.addEventListener('storage', check)
    return () => {
      document.removeEventListener('visibilitychange', check)
      window.removeEventListener('storage', check)
    }
  }, [dispatch, status])

  useEffect(() => {
    if (status !== 'signedIn' || minuteCheckOff) return
    const check = () => void dispatch(checkSession())
    let active = now()
    const notice = () => {
      const since = now() - active
      active = now()
      if (since > limits.inactivityGapMs) check()
    }
    const stop = everyWhileVisible(limits.heartbeatMs, check)
    document.addEventListener('pointerdown', notice)
    document.addEventListener('keydown', notice)
    return () => {
      stop()
      document.removeEventListener('pointerdown', notice)
      document.removeEventListener('keydown', notice)
    }
  }, [dispatch, now, status, minuteCheckOff])

  useEffect(() => {
    if (status !== 'signedIn') return
    // Another tab has asked anew: a membership that was paid there counts here as well.
    const take = ({ key }: StorageEvent) => {
      if (key === 'ep_domain') dispatch(takeStoredUser())
    }
    window.addEventListener('storage', take)
    return () => window.removeEventListener('storage', take)
  }, [dispatch, status])

  useEffect(() => {
    if (status !== 'lost') return
    // Another tab signed in: where the gateway knows the new token as the same user's, the session goes on here.
    const resume = ({ key }: StorageEvent) => {
      if (key === 'ep_tokenList') dispatch(refreshUser({ resumes: true }))
    }
    window.addEventListener('storage', resume)
    return () => window.removeEventListener('storage', resume)
  }, [dispatch, status])

  useEffect(() => {
    if (leadsTo !== null) void navigate(leadsTo, { replace: true })
  }, [leadsTo, navigate])

  useEffect(() => {
    // Signed out: the site's root, which leads on to the login page (SPEC §4).
    if (status === 'anonymous' && leadsTo === null && loginRequired) void navigate('/', { replace: true })
  }, [status, leadsTo, loginRequired, navigate])
}
