/** Notes each page that is shown, once, and has it reported: many together, and at the latest when the window is left. */
import type { DataRouter } from 'react-router-dom'
import { limits } from '../../contract/limits'
import { routeTable } from '../../contract/routes'
import type { PageView, PageViews } from '../../lib/http/pageViews'
import { routeIdOf } from '../../store/routes/useRouteSpec'

/** Answers how to stop. */
export function watchPageViews(router: Pick<DataRouter, 'state' | 'subscribe'>, views: PageViews): () => void {
  let seen: PageView[] = []
  let shown = ''
  let timer: ReturnType<typeof setTimeout> | undefined
  function hand(to: PageViews['report']) {
    clearTimeout(timer)
    timer = undefined
    if (seen.length > 0) to(seen)
    seen = []
  }
  const send = () => hand(views.report)
  function look({ initialized, navigation, location, matches }: DataRouter['state']) {
    // Another mail in the reader, another page of a list: the query alone changes, and the page stays.
    if (!initialized || navigation.state !== 'idle' || location.pathname === shown) return
    shown = location.pathname
    const route = routeIdOf(matches.map((match) => match.route.handle))
    const { title, viewsOff = false } = routeTable[route]
    if (viewsOff) return
    seen.push({ route, title })
    if (seen.length === limits.viewsPerReport) send()
    else timer ??= setTimeout(send, limits.viewsPauseMs)
  }
  const handleLeaving = () => {
    if (document.visibilityState === 'hidden') hand(views.leave)
  }
  const handleGone = () => hand(views.leave)
  const unsubscribe = router.subscribe(look)
  look(router.state)
  document.addEventListener('visibilitychange', handleLeaving)
  window.addEventListener('pagehide', handleGone)
  return () => {
    unsubscribe()
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', handleLeaving)
    window.removeEventListener('pagehide', handleGone)
  }
}
