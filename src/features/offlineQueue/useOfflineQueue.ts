/** Keeps the outbox of this browser moving: when the line is back, after a reload, and when another tab has put something there. */
import { useCallback, useEffect } from 'react'
import { useNavigate } from 'react-router-dom'
import { limits } from '../../contract/limits'
import { everyWhileVisible } from '../../lib/clock/everyWhileVisible'
import { loadQueued, selectQueued } from '../../store/offlineQueue/offlineQueue'
import { pathTo } from '../../store/routes/pathTo'
import { useRouteSpec } from '../../store/routes/useRouteSpec'
import { selectSessionStatus } from '../../store/session/session'
import { checkSession } from '../../store/session/sessionThunks'
import { composerDocked, composersRestored } from '../../store/shell/composers'
import { gatewayUnreachable, selectIsReachable } from '../../store/shell/connection'
import { overlayOpened } from '../../store/shell/overlays'
import { useAppDispatch, useAppSelector } from '../../store/typed'
import { throwAway, writeOn } from './queuedMailThunks'
import { sendQueued } from './sendQueued'

export function useOfflineQueue() {
  const dispatch = useAppDispatch()
  const navigate = useNavigate()
  const mails = useAppSelector(selectQueued)
  const isReachable = useAppSelector(selectIsReachable)
  const isSignedIn = useAppSelector(selectSessionStatus) === 'signedIn'
  const { frame } = useRouteSpec()
  const isDesk = frame === 'desk'
  const waits = mails.some(({ refused }) => refused === null)

  const hasRoom = useCallback(
    () => isDesk && !window.matchMedia(`(max-width: ${limits.breakpoints.wide}px)`).matches,
    [isDesk],
  )
  const send = useCallback(() => void dispatch(sendQueued()), [dispatch])

  const refused = mails.flatMap((mail) => (mail.refused === null ? [] : [mail.key])).join(' ')
  useEffect(() => {
    // What was refused comes back to be written on, beside whatever is done just now; where that has no room it waits in the list.
    if (refused === '' || !hasRoom() || document.visibilityState !== 'visible') return
    const comeBack = async () => {
      for (const key of refused.split(' ')) {
        const written = await dispatch(writeOn(key, false))
        if (written === null) continue
        dispatch(composersRestored([{ ...written, mailto: null, draftId: null, shape: 'docked', turn: 1 }]))
        dispatch(overlayOpened({ kind: 'composers' }))
      }
    }
    void comeBack()
  }, [dispatch, refused, hasRoom])

  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'visible') void dispatch(loadQueued())
    }
    look()
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [dispatch])

  useEffect(() => {
    // The browser hears first whether there is a line.
    const handleOffline = () => dispatch(gatewayUnreachable())
    const handleOnline = () => void dispatch(checkSession())
    window.addEventListener('offline', handleOffline)
    window.addEventListener('online', handleOnline)
    return () => {
      window.removeEventListener('offline', handleOffline)
      window.removeEventListener('online', handleOnline)
    }
  }, [dispatch])

  useEffect(() => {
    if (!isSignedIn || !isReachable || !waits) return
    send()
    return everyWhileVisible(limits.heartbeatMs, send)
  }, [isSignedIn, isReachable, waits, send])

  async function edit(key: string) {
    const written = await dispatch(writeOn(key, true))
    if (written === null) return
    const { mode, id } = written
    if (hasRoom()) {
      dispatch(composerDocked({ key, mode, id, mailto: null }))
      dispatch(overlayOpened({ kind: 'composers' }))
    } else void navigate(pathTo('writeMail', {}, { mode, ...(id === null ? {} : { id }), kept: key }))
  }
  const retry = () => void dispatch(checkSession())
  return { mails, isReachable, retry, edit, discard: (key: string) => void dispatch(throwAway(key)) }
}
