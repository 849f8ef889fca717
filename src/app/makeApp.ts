/** Builds the app's parts around one browser: services, store, translator. Tests build the same with other doubts. */
import type { i18n as I18n } from 'i18next'
import { createClient } from '../lib/http/createClient'
import { makeI18n } from '../lib/i18n/i18n'
import { readLanguage } from '../lib/i18n/languages'
import { browserDrafts } from '../lib/storage/browserDrafts'
import { browserItems } from '../lib/storage/browserItems'
import { makeStore } from '../store/makeStore'
import { languageChosen } from '../store/preferences'
import type { Services } from '../store/services'
import { sessionLost } from '../store/session'
import { readStoredOrganization, readStoredToken, resumeSession } from '../store/sessionThunks'
import { loadSite } from '../store/siteThunks'
import type { AppStore } from '../store/typed'
import { watchedCalls } from './watchedCalls'

export type Browser = {
  readonly baseUrl: string
  readonly storage: Storage
  readonly databases: IDBFactory
  /** Epoch milliseconds. */
  readonly now: () => number
  /** Loads the document anew, after a sign-in over a lost session. */
  readonly reload: () => void
}

export type AppParts = {
  readonly store: AppStore
  readonly services: Services
  readonly i18n: I18n
  readonly reload: () => void
}

export async function makeApp({ baseUrl, storage, databases, now, reload }: Browser): Promise<AppParts> {
  const stored = browserItems(storage, now)
  const client = createClient({
    baseUrl,
    getToken: () => readStoredToken(stored),
    getOrganization: () => readStoredOrganization(stored),
    onSessionLost: () => store.dispatch(sessionLost()),
  })
  const services: Services = {
    ...watchedCalls(client, stored, () => store),
    now,
    stored,
    localDrafts: browserDrafts(databases),
  }
  const store: AppStore = makeStore(services)
  const language = readLanguage(stored.get('language'))
  store.dispatch(languageChosen(language))
  store.dispatch(resumeSession())
  store.dispatch(loadSite())
  const i18n = await makeI18n(language, ['common', 'errors', 'login', 'titles'])
  return { store, services, i18n, reload }
}
