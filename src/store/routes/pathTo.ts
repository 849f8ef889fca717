/** Links by the name of a route, so that a path is written once, in the table. */
import { type RouteId, routeTable } from '../../contract/routes'

export type PathParams = Readonly<Record<string, string>>
export type PathQuery = URLSearchParams | Readonly<Record<string, string | number | undefined>>

function queryText(query: PathQuery): string {
  if (query instanceof URLSearchParams) return query.toString()
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(query)) if (value !== undefined) search.set(key, String(value))
  return search.toString()
}

/** The address of a route; a parameter that is missing and optional falls away. */
export function pathTo(id: RouteId, params: PathParams = {}, query: PathQuery = {}): string {
  const path = routeTable[id].path.replace(/\/:(\w+)(\??)/g, (_whole, name: string, mayMiss: string) => {
    const value = params[name]
    if (value === undefined && mayMiss === '?') return ''
    return `/${encodeURIComponent(value ?? '')}`
  })
  const search = queryText(query)
  return search === '' ? path : `${path}?${search}`
}

const routeOfFolder: Readonly<Record<string, MailRoute>> = {
  inbox: 'receive',
  sent: 'sent',
  draft: 'draft',
  deleted: 'delete',
  junk: 'rubbish',
  flag: 'flag',
  search: 'searchResult',
  recoverReceive: 'recoverReceive',
  recoverSent: 'recoverSent',
}

/** A route that shows a list of mail and has a reader below it, and but for recovery a composer. */
export type MailRoute =
  | 'receive'
  | 'sent'
  | 'draft'
  | 'delete'
  | 'rubbish'
  | 'flag'
  | 'folder'
  | 'searchResult'
  | 'recoverReceive'
  | 'recoverSent'

/** The route that shows a folder; folders of the person's own and the views stand under `/folder/:viewName`. */
export function folderRoute(folderId: string): { readonly id: MailRoute; readonly params: PathParams } {
  const id = Object.hasOwn(routeOfFolder, folderId) ? routeOfFolder[folderId] : undefined
  return id === undefined ? { id: 'folder', params: { viewName: folderId } } : { id, params: {} }
}

/** The address of a folder's list. */
export function pathToFolder(folderId: string, query: PathQuery = {}): string {
  const { id, params } = folderRoute(folderId)
  return pathTo(id, params, query)
}

/** The address of a mail within its folder's list. */
export function pathToMail(folderId: string, query: PathQuery): string {
  const { id, params } = folderRoute(folderId)
  return pathTo(`${id}Mail`, params, query)
}

const isRoute = (id: string): id is RouteId => id in routeTable

/** The address of the composer within a folder's list. */
export function pathToWrite(folderId: string, query: PathQuery = {}): string {
  const { id, params } = folderRoute(folderId)
  // Beside mail that can be recovered nothing is written: the composer has a page of its own.
  const page = `${id}Write`
  return isRoute(page) ? pathTo(page, params, query) : pathTo('writeMail', {}, query)
}
