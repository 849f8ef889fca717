/** Page views of a whole visit: what a person's browser tells of it. */
import { screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { viewsPath } from '#contract/pageViews/viewsPath'
import { openServer, renderApp } from '../../support/browser/renderApp'
import { makeTestGateway, type TestGateway } from '../../support/gateway/gateway'
import { deliverPlain } from '../../support/mail/mailboxMails'

openServer()

let gateway: TestGateway
afterEach(() => gateway.close())

/** What the app gives to `fetch`, kept; the site's own page and streams are none of these tests'. */
function keepReports() {
  const reports: { readonly url: string; readonly body: string }[] = []
  const keep = async (url: RequestInfo | URL, init?: RequestInit) => {
    if (String(url).endsWith(viewsPath)) reports.push({ url: String(url), body: String(init?.body) })
    return new Response(null, { status: 503 })
  }
  return { reports, fetch: keep }
}

const leave = () => window.dispatchEvent(new Event('pagehide'))

async function visit() {
  gateway = await makeTestGateway()
  await gateway.account('lin@ep.test', { displayName: 'Geheim' })
  const from = '王丽 <wang@example.com>'
  const id = await deliverPlain(gateway, 'lin', { from, subject: '离婚协议', text: '发票' })
  const { reports, fetch } = keepReports()
  const app = await renderApp(`/receive?q=${id}#lin@ep.test`, { as: 'lin', gateway, fetch, views: {} })
  await app.user.click(await screen.findByRole('row', { name: /主题 离婚协议/ }))
  await waitFor(() => expect(window.location.pathname).toBe('/receive/mailshow'))
  await app.user.type(await screen.findByRole('combobox', { name: '搜索关键词' }), '离婚协议{Enter}')
  await screen.findByRole('grid', { name: '搜索结果' })
  return { ...app, reports, id }
}

describe('a visit', () => {
  it('S35: is told by the names of its pages, in their order, and by nothing that stood on them or in an address', async () => {
    const { reports, id } = await visit()
    leave()
    const view = (route: string, title: string) => ({ route, title: `titles:${title}` })
    const told = [view('receive', 'receive'), view('receiveMail', 'mailshow'), view('searchResult', 'searchResult')]
    expect(reports.map(({ body }) => JSON.parse(new URLSearchParams(body).get('views') ?? ''))).toEqual([told])
    expect(reports.map(({ url }) => url)).toEqual([`${window.location.origin}/${viewsPath}`])
    const said = decodeURIComponent(reports.map(({ body }) => body).join())
    for (const secret of [id, 'lin', 'wang', '王丽', 'Geheim', '离婚', '发票', 'ep.test', '?', '#'])
      expect(said).not.toContain(secret)
  })

  it('is told once as the page at which a sign-in was asked for', async () => {
    gateway = await makeTestGateway()
    const { reports, fetch } = keepReports()
    await renderApp('/receive/mailshow?id=AAEC', { gateway, fetch, views: {} })
    await screen.findByRole('button', { name: '登录' })
    leave()
    expect(reports.map(({ body }) => body)).toEqual([
      String(new URLSearchParams({ views: '[{"route":"login","title":"titles:login"}]' })),
    ])
  })

  it.each([{ doNotTrack: '1' }, { globalPrivacyControl: true }])(
    'is not told where the browser asks so: %j',
    async (asked) => {
      gateway = await makeTestGateway()
      const { reports, fetch } = keepReports()
      const sendBeacon = vi.fn(() => true)
      await renderApp('/login', { gateway, fetch, views: { ...asked, sendBeacon } })
      await screen.findByRole('button', { name: '登录' })
      leave()
      expect([reports, sendBeacon.mock.calls]).toEqual([[], []])
    },
  )
})
