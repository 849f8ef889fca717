import { Suspense, useEffect, useState } from 'react'
import { Outlet, useLocation } from 'react-router-dom'
import { removeStartupSnapshot } from '../../lib/startupSnapshot/removeStartupSnapshot'
import { useRouteSpec } from '../../store/routes/useRouteSpec'
import { selectUsername } from '../../store/session/session'
import { useAppSelector } from '../../store/typed'
import { lazyBackground } from '../background/lazyBackground'
import { useSessionWatch } from '../background/useSessionWatch'
import { Overlays } from '../overlays/Overlays'
import { PageLoading } from '../routes/PageLoading'
import { ConnectionBanner } from './ConnectionBanner'
import { Toasts } from './Toasts'
import { usePageTitle } from './usePageTitle'

const Outbox = lazyBackground(async () => (await import('../../features/offlineQueue')).OfflineQueue)
const Beside = lazyBackground(async () => (await import('../background/BackgroundTasks')).BackgroundTasks)

/** Around every page: title, messages, overlays, the watch over the session. */
export function AppFrame() {
  usePageTitle()
  useSessionWatch()
  // Kept here, since the route may have changed by the time that the offer's code is there.
  const { pathname } = useLocation()
  const [firstPath] = useState(pathname)
  const { frame } = useRouteSpec()
  useEffect(() => {
    if (pathname !== firstPath || frame !== 'desk') removeStartupSnapshot()
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
      <Suspense fallback={<PageLoading />}>
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
