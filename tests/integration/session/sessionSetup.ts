/** A desk whose session can be lost, and a gateway that counts what it is asked. */
import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { usersInfo } from '#contract/endpoints/session/session'
import { routeTable } from '#contract/routes'
import { sessionLost } from '#src/store/session/session'
import { renderApp } from '../../support/browser/renderApp'
import { makeTestGateway, type TestGateway } from '../../support/gateway/gateway'

let gateway: TestGateway
/** Calls as they reach the gateway. */
let asked: string[]

/** One anew for each test of a file. */
export function watchedGateway() {
  beforeEach(async () => {
    gateway = await makeTestGateway()
    asked = []
    const { fetch } = gateway
    vi.spyOn(gateway, 'fetch').mockImplementation((request) => {
      asked.push(new URL(request.url).pathname.slice(1))
      return fetch(request)
    })
  })
  afterEach(async () => {
    vi.useRealTimers()
    vi.restoreAllMocks()
    await gateway.close()
  })
  return {
    gateway: () => gateway,
    asked: () => asked,
    times: ({ path }: { readonly path: string }) => asked.filter((one) => one === path).length,
  }
}

export async function desk(path = '/mainPage', language = 'zh-CN') {
  window.localStorage.setItem('ep_language', JSON.stringify({ value: language, expires: null }))
  const app = await renderApp(path, { as: 'lin', gateway })
  await screen.findByRole('main')
  // Asked once the session is lost, the gateway would say that it stands.
  if (isDesk(path)) await waitFor(() => expect(asked).toContain(usersInfo.path))
  return app
}

const isDesk = (address: string) =>
  Object.values(routeTable).some(({ path, frame }) => frame === 'desk' && path === address.split('?')[0])

export const modal = () => screen.findByRole('dialog', { name: '登录已超时' })
export const lose = ({ store }: Awaited<ReturnType<typeof desk>>) => act(async () => void store.dispatch(sessionLost()))
/** The tab comes to the front. */
export const show = () => act(async () => void document.dispatchEvent(new Event('visibilitychange')))
