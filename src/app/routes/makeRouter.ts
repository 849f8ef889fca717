/** The router goes to the page's address as soon as it is made, so the session is known before. */
import { createBrowserRouter } from 'react-router-dom'
import { makeRoutes, type RouteContext } from './makeRoutes'

export type AppRouter = ReturnType<typeof createBrowserRouter>

export function makeRouter({ store, i18n }: RouteContext): AppRouter {
  return createBrowserRouter(makeRoutes({ store, i18n }))
}
