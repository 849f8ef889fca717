/** Each route's page, fetched when it is first needed together with the texts that it shows. */
import type { RouteId } from '../../store/routeTable'
import { mailbox, type Page } from './mailboxPage'
import type { pagesToCome } from './pagesToCome'

type BuiltRouteId = Exclude<RouteId, (typeof pagesToCome)[number] | 'fallback'>

const reader: Page = { texts: ['reading'], load: async () => (await import('../../features/reading')).ReaderPage }
const printing: Page = {
  texts: ['print', 'reading'],
  load: async () => (await import('../../features/print')).PrintPage,
}
const composer: Page = { texts: ['compose'], load: async () => (await import('../../features/compose')).ComposePage }
const home: Page = { texts: ['home', 'layout'], load: async () => (await import('../../features/home')).HomePage }
const results: Page = {
  texts: ['mail', 'search'],
  load: async () => (await import('../../features/search')).SearchResultPage,
}
const login: Page = { texts: ['login'], load: async () => (await import('./LoginRoute')).LoginRoute }

export const pages: Readonly<Record<BuiltRouteId, Page>> = {
  receive: mailbox,
  receiveMail: reader,
  receiveWrite: composer,
  sent: mailbox,
  sentMail: reader,
  sentWrite: composer,
  flag: mailbox,
  flagMail: reader,
  flagWrite: composer,
  delete: mailbox,
  deleteMail: reader,
  deleteWrite: composer,
  rubbish: mailbox,
  rubbishMail: reader,
  rubbishWrite: composer,
  draft: mailbox,
  draftMail: reader,
  draftWrite: composer,
  folder: mailbox,
  folderMail: reader,
  folderWrite: composer,
  searchResult: results,
  searchResultMail: reader,
  searchResultWrite: composer,
  search: { texts: ['search'], load: async () => (await import('../../features/search')).SearchPage },
  writeMail: { texts: ['compose'], load: async () => (await import('../../features/compose')).WriteMailPage },
  success: { texts: ['compose'], load: async () => (await import('../../features/compose')).SuccessPage },
  printMail: printing,
  homePage: home,
  mainPage: home,
  login,
  pclogin: login,
}

/** The page of a route, or null while it is still to come. */
export function pageOf(id: RouteId): Page | null {
  const known: Readonly<Partial<Record<RouteId, Page>>> = pages
  return known[id] ?? null
}
