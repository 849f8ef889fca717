/** A page whose code did not arrive, in the page's own place: what lies beside it and on top of it stays, with every word. */
import { type ComponentType, useState } from 'react'
import { refetchStyles } from '../../components/lazy/refetchStyles'
import { withinTime } from '../../lib/clock/withinTime'
import { useReload } from '../overlays/reload'
import { RouteError } from './RouteError'

export function missingPage(load: () => Promise<ComponentType>): ComponentType {
  let arrived: ComponentType | null = null
  return function MissingPage() {
    const [Page, setPage] = useState(() => arrived)
    const reload = useReload()
    async function handleRetry() {
      refetchStyles()
      arrived = await withinTime(load()).catch(() => null)
      if (arrived !== null) setPage(() => arrived)
      // On line and still missing, a newer version has taken its place.
      else if (navigator.onLine) reload()
    }
    return Page === null ? <RouteError onRetry={() => void handleRetry()} /> : <Page />
  }
}
