import { Suspense, useEffect, useState } from 'react'
import { Outlet, useLocation } from 'react-router-dom'
import { endSight } from '../../lib/sight/endSight'
import { selectUsername } from '../../store/session'
import { useAppSelector } from '../../store/typed'
import { useRouteSpec } from '../../store/useRouteSpec'
import { inBackground } from '../background/inBackground'
import { useSessionWatch } from '../background/useSessionWatch'
import { Overlays } from '../overlays/Overlays'
import { Waiting } from '../routes/Waiting'
import { ConnectionBanner } from './ConnectionBanner'
import { Toasts } from './Toasts'
import { usePageTitle } from './usePageTitle'

const Outbox = inBackground(async () => (await import('../../features/outbox')).Outbox)
const Beside = inBackground(async () => (await import('../background/Beside')).Beside)

/** Around every page: title, messages, overlays, the watch over the session. */
export function AppFrame() {
  usePageTitle()
  useSessionWatch()
  // Kept here, since the route may have changed by the time that the offer's code is there.
  const { pathname } = useLocation()
  const [firstPath] = useState(pathname)
  const { frame } = useRouteSpec()
  useEffect(() => {
    if (pathname !== firstPath || frame !== 'desk') endSight()
  }, [pathname, firstPath, frame])
  const isSignedIn = useAppSelector(selectUsername) !== null
  return (
    <>
      <ConnectionBanner />
      {isSignedIn && (
        <Suspense fallback={null}>
          <Outbox />
        </Suspense>
      )}
      <Suspense fallback={<Waiting />}>
        <Outlet />
      </Suspense>
      <Toasts />
      <Overlays />
      {isSignedIn && (
        <Suspense fallback={null}>
          <Beside firstPath={firstPath} />
        </Suspense>
      )}
    </>
  )
}
