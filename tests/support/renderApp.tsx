/** The whole app over the gateway's own rules in memory: arrive by URL, act, and see what a person would see. */
import { render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, vi } from 'vitest'
import { App } from '../../src/app/App'
import { makeApp } from '../../src/app/makeApp'
import type { TierId } from '../../src/contract/tiers'
import { signIn } from '../../src/store/sessionThunks'
import { makeTestGateway, type TestGateway, testPassword } from './gateway'
import { gatewayHandlers } from './overMsw'

export const server = setupServer()

/** Opens the door between app and gateway for the tests of a file. */
export function openServer(): void {
  beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
  afterEach(() => server.resetHandlers())
  afterAll(() => server.close())
}

type Options = {
  /** Signed in as this mailbox, such as `lin`; made where it is missing. */
  readonly as?: string
  readonly tier?: TierId
  readonly gateway?: TestGateway
}

const domain = 'ep.test'

/** Renders the app at an address. The gateway is made where none is given; `close` it at the end of the test. */
export async function renderApp(path: string, { as, tier = 'soho', gateway: given }: Options = {}) {
  const gateway = given ?? (await makeTestGateway())
  server.use(...gatewayHandlers(gateway))
  window.history.replaceState(null, '', path)
  const reload = vi.fn()
  const app = await makeApp({
    baseUrl: window.location.origin,
    storage: window.localStorage,
    databases: window.indexedDB,
    now: gateway.clock.now,
    reload,
  })
  if (as !== undefined) {
    const address = `${as}@${domain}`
    if ((await gateway.stores.accounts.byAddress(address)) === null) await gateway.account(address, { tier })
    const result = await app.store.dispatch(signIn({ username: address, password: testPassword }))
    if (!result.ok) throw new Error(`${address} cannot sign in: ${result.code}`)
  }
  const user = userEvent.setup()
  const view = render(<App {...app} />)
  return { ...view, ...app, gateway, user, reload }
}
