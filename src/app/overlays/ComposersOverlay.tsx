/** The composers have no room on the pages of their own, such as the sign-in; there they wait, with every word. */
import { Suspense } from 'react'
import { ComposeDock } from '../../features/compose'
import { useRouteSpec } from '../../store/routes/useRouteSpec'

export function ComposersOverlay() {
  const { frame } = useRouteSpec()
  // Its texts may still be on their way, while what else lies on top must stay.
  return (
    <Suspense fallback={null}>
      <ComposeDock isAway={frame !== 'desk'} />
    </Suspense>
  )
}
