/** Builds services, store and translator around one browser; tests build the same. */

import type { i18n as I18n } from 'i18next'
import { withinTime } from '../lib/clock/withinTime'
import { createClient } from '../lib/http/createClient'
import { makePageViews, type PageViews, type ViewsBrowser } from '../lib/http/pageViews'
import { makeI18n } from '../lib/i18n/i18n'
import { languages, readLanguage } from '../lib/i18n/languages'
import { browserDrafts } from '../lib/storage/browserDrafts'
import { browserItems } from '../lib/storage/browserItems'
import { browserCookies } from '../lib/storage/userCookies'
import { wipeMailCache } from '../lib/storage/wipeMailCache'
import { makeStore } from '../store/makeStore'
import type { Services } from '../store/services'
import { sessionLost } from '../store/session/session'
import { resumeSession } from '../store/session/sessionThunks'
import { readStoredOrganization, readStoredToken, readStoredUsername } from '../store/session/storedSession'
import { languageChosen, languageFound } from '../store/settings/preferences'
import { loadSite } from '../store/shell/siteThunks'
import type { AppStore } from '../store/typed'
import { watchedCalls } from './watchedCalls'

export type Browser = {
  readonly baseUrl: string
  readonly storage: Storage
  /** Of this tab alone. */
  readonly tabStorage: Storage
  readonly databases: IDBFactory
  /** Epoch milliseconds. */
  readonly now: () => number
  /** Of the page as it was served: shown where this browser keeps none. */
  readonly language?: string
  /** What the address asks for, whatever it is; nothing where one was chosen in this browser. */
  readonly askedLanguage?: string | null
  /** For streams of events; without it there are none. */
  readonly fetch?: typeof fetch
  /** How page views are told; without it they are not. */
  readonly views?: ViewsBrowser
  /** Loads the document anew, after a sign-in over a lost session. */
  readonly reload: () => void
}

export type AppDeps = {
  readonly store: AppStore
  readonly services: Services
  readonly i18n: I18n
  readonly reload: () => void
  /** Null where no views are to be told. */
  readonly pageViews: PageViews | null
}

export async function makeApp({
  baseUrl,
  storage,
  tabStorage,
  databases,
  now,
  language: served,
  askedLanguage,
  fetch,
  views,
  reload,
}: Browser): Promise<AppDeps> {
  const stored = browserItems(storage, now)
  const server = {
    baseUrl,
    getToken: (takesTicket = false) => readStoredToken(stored, takesTicket),
    getOrganization: () => readStoredOrganization(stored),
  }
  const client = createClient({
    ...server,
    onSessionLost: () => store.dispatch(sessionLost()),
  })
  const services: Services = {
    ...watchedCalls(client, stored, () => store),
    server: fetch === undefined ? null : { ...server, fetch },
    now,
    stored,
    cookies: browserCookies,
    tabItems: browserItems(tabStorage, now),
    localDrafts: browserDrafts(databases),
    keptMails: {
      open: async (account) => {
        const { browserMailCache } = await withinTime(import('../lib/storage/browserMailCache'))
        return browserMailCache(databases, account, { now, isOwner: (name) => readStoredUsername(stored) === name })
      },
      wipe: () => wipeMailCache(databases),
    },
  }
  const store: AppStore = makeStore(services)
  const isOwn = stored.get('ownLanguage') === true
  const asked = isOwn ? undefined : languages.find((one) => one === askedLanguage)
  const language = asked ?? readLanguage(stored.get('language') ?? served)
  // The next page that is served says nothing of it.
  if (language === (asked ?? served)) stored.set('language', language)
  store.dispatch(isOwn ? languageChosen(language) : languageFound(language))
  store.dispatch(resumeSession())
  store.dispatch(loadSite())
  const i18n = await makeI18n(language, ['common', 'errors', 'login', 'titles'])
  const pageViews = views && fetch ? makePageViews(baseUrl, views, fetch) : null
  return { store, services, i18n, reload, pageViews }
}
