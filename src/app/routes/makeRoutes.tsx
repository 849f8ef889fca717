/** Turns the route table into the router's routes: frames, guards, pages. */
import type { i18n as I18n } from 'i18next'
import type { ComponentType } from 'react'
import { type LoaderFunctionArgs, type RouteObject, redirect } from 'react-router-dom'
import { type RouteId, routeIds, routeTable } from '../../contract/routes'
import { withinTime } from '../../lib/clock/withinTime'
import { ensureNamespaces } from '../../lib/i18n/i18n'
import { nextPath } from '../../store/routes/nextPath'
import { pathTo } from '../../store/routes/pathTo'
import type { RouteHandle } from '../../store/routes/useRouteSpec'
import { selectUser } from '../../store/session/session'
import { findStartPage } from '../../store/settings/startPage'
import type { AppStore } from '../../store/typed'
import { AppFrame } from '../layout/AppFrame'
import { FallbackPage } from './FallbackPage'
import { type Page, shellTexts } from './mailboxPage'
import { missingPage } from './missingPage'
import { PageLoading } from './PageLoading'
import { type FirstId, firstPages, type RareId } from './pages'
import { RouteError } from './RouteError'

export type RouteContext = { readonly store: AppStore; readonly i18n: I18n }

const leadOn = (store: AppStore) => async () => {
  const isSignedIn = selectUser(store.getState()) !== null
  return redirect(isSignedIn ? await store.dispatch(findStartPage('mainPage')) : pathTo('mainPage'))
}

const layout: Page = { texts: shellTexts, load: async () => (await import('../layout/RootLayout')).RootLayout }

const isFirst = (id: RareId | FirstId): id is FirstId => Object.hasOwn(firstPages, id)

/** The table of the other pages comes with the first of them. */
async function pageOf(id: RareId | FirstId): Promise<Page> {
  return isFirst(id) ? firstPages[id] : (await import('./rarePages')).rarePages[id]
}

async function fetchWhole(i18n: I18n, find: () => Promise<Page>): Promise<ComponentType> {
  const { texts, load } = await find()
  return (await Promise.all([load(), ensureNamespaces(i18n, texts)]))[0]
}

export function makeRoutes({ store, i18n }: RouteContext): RouteObject[] {
  function guard(id: RouteId) {
    return async ({ request }: LoaderFunctionArgs) => {
      const isSignedIn = selectUser(store.getState()) !== null
      const url = new URL(request.url)
      // There a phone that is signed in lets a computer in.
      const confirms = id === 'pclogin' && url.searchParams.has('confirm')
      if ((routeTable[id].loginRequired || confirms) && !isSignedIn) {
        return redirect(pathTo('login', {}, { next: url.pathname + url.search }))
      }
      if ((id === 'login' || id === 'loginVip' || (id === 'pclogin' && !confirms)) && isSignedIn) {
        return redirect(nextPath(url.searchParams.get('next')) ?? (await store.dispatch(findStartPage('receive'))))
      }
      return null
    }
  }

  function route(id: RouteId): RouteObject {
    const handle: RouteHandle = { routeId: id }
    const shared = { id, path: routeTable[id].path, handle, loader: guard(id), errorElement: <RouteError /> }
    if (id === 'fallback') return { ...shared, Component: FallbackPage }
    return { ...shared, lazy: () => arrive(() => pageOf(id)), children: below(id) }
  }

  async function arrive(find: () => Promise<Page>) {
    const fetchPage = () => withinTime(fetchWhole(i18n, find))
    return { Component: await fetchPage().catch(() => missingPage(fetchPage)) }
  }

  /** Routes whose path continues this one's: the reader and the composer in their list. */
  function below(id: RouteId): RouteObject[] {
    const start = `${routeTable[id].path}/`
    return routeIds.filter((other) => routeTable[other].path.startsWith(start)).map(route)
  }

  const isBelow = (id: RouteId) =>
    routeIds.some((other) => routeTable[id].path.startsWith(`${routeTable[other].path}/`))
  const tops = routeIds.filter((id) => !isBelow(id) && id !== 'fallback')

  return [
    {
      Component: AppFrame,
      ErrorBoundary: RouteError,
      HydrateFallback: PageLoading,
      children: [
        // While the redirect is on its way, the page shows that it waits.
        { path: '/', loader: leadOn(store), Component: PageLoading },
        {
          lazy: () => arrive(async () => layout),
          children: tops.filter((id) => routeTable[id].frame === 'desk').map(route),
          errorElement: <RouteError />,
        },
        ...tops.filter((id) => routeTable[id].frame !== 'desk').map(route),
        { path: '*', handle: { routeId: 'fallback' } satisfies RouteHandle, Component: FallbackPage },
      ],
    },
  ]
}
