import i18next from 'i18next'
import { createMemoryRouter, type RouteObject } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { limits } from '#contract/limits'
import { type RouteId, routeIds, routeTable } from '#contract/routes'
import { watchPageViews } from '#src/app/background/watchPageViews'
import { makeRoutes } from '#src/app/routes/makeRoutes'
import type { PageView } from '#src/lib/http/pageViews'
import { makeStore } from '#src/store/makeStore'
import { pathTo } from '#src/store/routes/pathTo'

/** The app's own routes, without their pages and guards. */
function bare(routes: readonly RouteObject[]): RouteObject[] {
  return routes.map(({ path, handle, children }) => ({
    ...(path === undefined ? {} : { path }),
    handle,
    ...(children === undefined ? {} : { children: bare(children) }),
  }))
}

const secret = 'lin@ep.test'
const addressOf = (id: RouteId, query: Record<string, string> = {}) =>
  id === 'fallback' ? `/nowhere/${secret}` : pathTo(id, { viewName: secret, type: secret }, query)

// Neither is asked for anything where no page is drawn.
const store = makeStore({} as never)
const routes = bare(makeRoutes({ store, i18n: i18next.createInstance() }))

function open() {
  const router = createMemoryRouter(routes, { initialEntries: ['/login'] })
  const reports: (readonly PageView[])[] = []
  const leavings: (readonly PageView[])[] = []
  const stop = watchPageViews(router, {
    report: (views) => reports.push(views),
    leave: (views) => leavings.push(views),
  })
  return { router, reports, leavings, stop }
}

const view = (id: RouteId) => ({ route: id, title: routeTable[id].title })

function hide(state: 'hidden' | 'visible') {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state)
  document.dispatchEvent(new Event('visibilitychange'))
}

describe('pages that are shown', () => {
  let opened: ReturnType<typeof open>
  beforeEach(() => {
    vi.useFakeTimers()
    opened = open()
  })
  afterEach(() => {
    opened.stop()
    opened.router.dispose()
    vi.useRealTimers()
    vi.restoreAllMocks()
  })

  it.each(routeIds)('S35: %s is told by its name and its title’s key alone', async (id) => {
    const { router, leavings } = opened
    if (id === 'login') await router.navigate('/receive')
    window.dispatchEvent(new Event('pagehide'))
    leavings.length = 0
    await router.navigate(`${addressOf(id, { id: 'AAEC', q: '离婚协议' })}#${secret}`, { state: { subject: secret } })
    window.dispatchEvent(new Event('pagehide'))
    expect(leavings).toEqual([[view(id)]])
  })

  it('are told after a pause, together', async () => {
    const { router, reports } = opened
    await vi.advanceTimersByTimeAsync(limits.viewsPauseMs - 1_000)
    await router.navigate('/receive')
    expect(reports).toEqual([])
    await vi.advanceTimersByTimeAsync(1_000)
    expect(reports).toEqual([[view('login'), view('receive')]])
    await vi.advanceTimersByTimeAsync(10 * limits.viewsPauseMs)
    expect(reports).toHaveLength(1)
    await router.navigate('/sent')
    await vi.advanceTimersByTimeAsync(limits.viewsPauseMs)
    expect(reports.slice(1)).toEqual([[view('sent')]])
  })

  it('are told at once where they are as many as one report holds', async () => {
    const { router, reports } = opened
    for (let at = 1; at < limits.viewsPerReport; at += 1) await router.navigate(at % 2 === 0 ? '/login' : '/receive')
    expect(reports.map(({ length }) => length)).toEqual([limits.viewsPerReport])
    await vi.advanceTimersByTimeAsync(10 * limits.viewsPauseMs)
    expect(reports).toHaveLength(1)
  })

  it('are told when the window is hidden or left, once', async () => {
    const { router, reports, leavings } = opened
    hide('hidden')
    window.dispatchEvent(new Event('pagehide'))
    expect(leavings).toEqual([[view('login')]])
    hide('visible')
    await router.navigate('/receive')
    expect(leavings).toHaveLength(1)
    hide('hidden')
    expect(leavings.slice(1)).toEqual([[view('receive')]])
    await vi.advanceTimersByTimeAsync(10 * limits.viewsPauseMs)
    expect(reports).toEqual([])
  })

  it('count once, however often they are drawn, filtered, or asked for again', async () => {
    const { router, leavings } = opened
    await router.navigate('/receive?page=2')
    await router.navigate('/receive?page=3&filter=unread')
    await router.navigate('/receive#top', { replace: true })
    await router.revalidate()
    await router.navigate('/receive/mailshow?id=AAEC')
    await router.navigate('/receive/mailshow?id=AAED')
    await router.navigate('/folder/one')
    await router.navigate('/folder/other')
    await router.navigate(-1)
    window.dispatchEvent(new Event('pagehide'))
    const told = (['login', 'receive', 'receiveMail', 'folder', 'folder', 'folder'] as const).map(view)
    expect(leavings).toEqual([told])
  })

  it('are the page that is arrived at, and not those on the way', async () => {
    const leading: RouteObject[] = [
      { path: '/login', handle: { routeId: 'login' } },
      { path: '/', loader: () => Response.redirect('http://localhost/mainPage') },
      { path: '/mainPage', handle: { routeId: 'mainPage' }, loader: () => Response.redirect('http://localhost/login') },
      { path: '/receive', handle: { routeId: 'receive' }, loader: () => new Promise(() => undefined) },
    ]
    const router = createMemoryRouter(leading, { initialEntries: ['/'] })
    const leave = vi.fn()
    const stop = watchPageViews(router, { report: vi.fn(), leave })
    await vi.waitFor(() => expect(router.state.location.pathname).toBe('/login'))
    // It never arrives.
    void router.navigate('/receive')
    window.dispatchEvent(new Event('pagehide'))
    expect(leave.mock.calls).toEqual([[[view('login')]]])
    stop()
    router.dispose()
  })

  it('are told no more once the app has gone', async () => {
    opened.stop()
    await opened.router.navigate('/receive')
    await vi.advanceTimersByTimeAsync(10 * limits.viewsPauseMs)
    window.dispatchEvent(new Event('pagehide'))
    expect([...opened.reports, ...opened.leavings]).toEqual([])
  })
})
