import { Suspense } from 'react'
import { Outlet } from 'react-router-dom'
import { useSessionWatch } from '../background/useSessionWatch'
import { Overlays } from '../overlays/Overlays'
import { Waiting } from '../routes/Waiting'
import { ConnectionBanner } from './ConnectionBanner'
import { Toasts } from './Toasts'
import { usePageTitle } from './usePageTitle'

/** Around every page: title, messages, overlays, the watch over the session. */
export function AppFrame() {
  usePageTitle()
  useSessionWatch()
  return (
    <>
      <ConnectionBanner />
      <Suspense fallback={<Waiting />}>
        <Outlet />
      </Suspense>
      <Toasts />
      <Overlays />
    </>
  )
}
