/** The whole app over the gateway's own rules in memory: arrive by URL, act, and see what a person would see. */
import { basename } from 'node:path'
import { render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, vi } from 'vitest'
import type { TierId } from '#contract/tiers'
import { App } from '#src/app/App'
import { makeApp } from '#src/app/makeApp'
import { makeRouter } from '#src/app/routes/makeRouter'
// Before any page asks for it: what fails to load once stays so for all files of a worker.
import '#src/app/routes/LoginRoute'
import type { ViewsBrowser } from '#src/lib/http/pageViews'
import { signIn } from '#src/store/session/signIn'
import { makeTestGateway, type TestGateway, testPassword } from '../gateway/gateway'
import { callsAnswered, gatewayHandlers } from './overMsw'

export const server = setupServer()

/** Counts tests. */
let turn = 0

/** Takes nothing in after its test: a late answer would write into the session of the next one. */
function untilTestEnds(area: Storage): Storage {
  const own = turn
  return new Proxy(area, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name, target)
      if (typeof value !== 'function') return value
      const isWriting = name === 'setItem' || name === 'removeItem' || name === 'clear'
      return isWriting && turn !== own ? () => undefined : value.bind(target)
    },
  })
}

/** Opens the door between app and gateway for the tests of a file. */
export function openServer(): void {
  beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
  afterEach(() => {
    turn += 1
    server.resetHandlers()
  })
  afterAll(async () => {
    await callsAnswered()
    server.close()
  })
}

type Options = {
  /** Signed in as this mailbox, such as `lin`; made where it is missing. */
  readonly as?: string
  readonly tier?: TierId
  readonly gateway?: TestGateway
  /** Of the page as it was served. */
  readonly language?: string
  /** For streams of events and the site's own page; there are none without it. */
  readonly fetch?: typeof fetch
  /** How page views are told, which needs `fetch`. */
  readonly views?: ViewsBrowser
}

const domain = 'ep.test'

const texts = Object.keys(import.meta.glob('../../../locales/zh-CN/*.json')).map((file) => basename(file, '.json'))

/** Renders the app at an address. The gateway is made where none is given; `close` it at the end of the test. */
export async function renderApp(
  path: string,
  { as, tier = 'soho', gateway: given, language, fetch, views }: Options = {},
) {
  const gateway = given ?? (await makeTestGateway())
  server.use(...gatewayHandlers(gateway))
  window.history.replaceState(null, '', path)
  const reload = vi.fn()
  const app = await makeApp({
    baseUrl: window.location.origin,
    storage: untilTestEnds(window.localStorage),
    tabStorage: untilTestEnds(window.sessionStorage),
    databases: window.indexedDB,
    now: gateway.clock.now,
    askedLanguage: new URLSearchParams(window.location.search).get('lang'),
    ...(language === undefined ? {} : { language }),
    ...(fetch === undefined ? {} : { fetch }),
    ...(views === undefined ? {} : { views }),
    reload,
  })
  if (as !== undefined) {
    const address = `${as}@${domain}`
    if ((await gateway.stores.accounts.byAddress(address)) === null) await gateway.account(address, { tier })
    const result = await app.store.dispatch(signIn({ username: address, password: testPassword, stay: true }))
    if (!result.ok) throw new Error(`${address} cannot sign in: ${result.code}`)
  }
  // While two parts of a page wait for their texts, React draws them in turn without an end where it acts for a test, and lets nothing arrive.
  await app.i18n.loadNamespaces(texts)
  const user = userEvent.setup()
  // An app of a former test may have led somewhere meanwhile.
  window.history.replaceState(null, '', path)
  const view = render(<App {...app} router={makeRouter(app)} />)
  return { ...view, ...app, gateway, user, reload }
}
