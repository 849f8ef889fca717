/** What the table says of the page that is shown. */
import { useMatches } from 'react-router-dom'
import { type RouteId, type RouteSpec, routeTable } from '../../contract/routes'

/** Each route object carries its name, so that its flags are found from any component. */
export type RouteHandle = { readonly routeId: RouteId }

function isRouteHandle(handle: unknown): handle is RouteHandle {
  return typeof handle === 'object' && handle !== null && 'routeId' in handle && typeof handle.routeId === 'string'
}

/** The name of the innermost matched route, by the handles of all. */
export function routeIdOf(handles: readonly unknown[]): RouteId {
  return handles.findLast(isRouteHandle)?.routeId ?? 'fallback'
}

export function useRouteId(): RouteId {
  return routeIdOf(useMatches().map((match) => match.handle))
}

export function useRouteSpec(): RouteSpec {
  return routeTable[useRouteId()]
}
