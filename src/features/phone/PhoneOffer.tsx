import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import { openDialogs, textTargets } from '../../components/browser/keyTargets'
import { bindPopUp } from '../../contract/endpoints/session/phone'
import { useRouteSpec } from '../../store/routes/useRouteSpec'
import { useServices } from '../../store/servicesContext'
import { selectUsername } from '../../store/session/session'
import { overlayOpened, selectOverlays } from '../../store/shell/overlays'
import { useAppDispatch, useAppSelector, useAppStore } from '../../store/typed'
import { PhoneOfferBar } from './PhoneOfferBar'
import { offerPostponed, selectIsOfferWaiting } from './phoneOfferSlice'

/** Milliseconds between two questions: going from mail to mail changes the route each time. */
const gapMs = 5 * 60_000

/** Whether the next key belongs to a text or a menu, or something lies on top already. */
const isOccupied = () =>
  document.activeElement?.matches(`${textTargets}, [role="menu"], [role="menu"] *`) === true ||
  document.querySelector(openDialogs) !== null

/** After a change of route, offers to bind a phone where that is due (SPEC §4). */
export function PhoneOffer({ firstPath }: { firstPath: string }) {
  const { pathname } = useLocation()
  const { bindPhoneOff = false, isWriting = false } = useRouteSpec()
  const dispatch = useAppDispatch()
  const store = useAppStore()
  const { call, now } = useServices()
  const isWaiting = useAppSelector(selectIsOfferWaiting)
  const seen = useRef(firstPath)
  const asked = useRef<{ readonly by: string; readonly at: number } | null>(null)

  useEffect(() => {
    if (pathname === seen.current) return
    seen.current = pathname
    const username = selectUsername(store.getState())
    if (bindPhoneOff || username === null || isWaiting) return
    if (asked.current?.by === username && now() - asked.current.at < gapMs) return
    asked.current = { by: username, at: now() }
    const stopping = new AbortController()
    let isAnswered = false
    async function ask() {
      const outcome = await call(bindPopUp, {}, { signal: stopping.signal })
      if (stopping.signal.aborted) return
      isAnswered = true
      if (!outcome.ok || !outcome.value.isPopUp) return
      const isBusy = isWriting || isOccupied() || selectOverlays(store.getState()).length > 0
      dispatch(isBusy ? offerPostponed() : overlayOpened({ kind: 'bindPhone' }))
    }
    void ask()
    return () => {
      stopping.abort()
      // Nobody was asked: the next route may.
      if (!isAnswered) asked.current = null
    }
  }, [pathname, bindPhoneOff, isWriting, isWaiting, call, now, dispatch, store])

  return isWaiting && !bindPhoneOff ? <PhoneOfferBar /> : null
}
