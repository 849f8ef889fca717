/** Page views in a real browser: told by a beacon as each page is left, taken by the gateway, handed on to Plausible. */
import { openViewsSink, plausibleTakes } from '../../support/connections/viewsSink'
import { test as base, expect } from '../gateway'
import { speak } from '../shell'

type Sink = Awaited<ReturnType<typeof openViewsSink>>

const test = base.extend<{ readonly sink: Sink }>({
  sink: async ({ browserName: _browser }, use) => {
    const sink = await openViewsSink(plausibleTakes)
    await use(sink)
    await sink.close()
  },
  settings: async ({ sink }, use) => {
    const url = `http://127.0.0.1:${sink.port}/api/event`
    await use({ PAGE_VIEWS: 'plausible', PAGE_VIEWS_URL: url, PAGE_VIEWS_SITE: 'mail.example.com' })
  },
})

test.describe('zh-CN', () => {
  test.use({ locale: 'zh-CN' })

  test('S15, S35: pages are told as they are left, by their names alone, and none by a browser that asks so', {
    tag: '@all',
  }, async ({ page, context, sink }) => {
    const silent = await context.newPage()
    await silent.addInitScript(() => Object.defineProperty(navigator, 'globalPrivacyControl', { value: true }))
    await silent.goto('/login_vip')
    await expect(silent.getByLabel('密码', { exact: true })).toBeVisible()
    await silent.close()
    await speak(page, 'zh-CN')
    await page.goto('/receive/mailshow?id=AAEC')
    await expect(page.getByLabel('密码', { exact: true })).toBeVisible()
    await page.goto('/pclogin?from=lin@ep.test')
    await expect(page.getByRole('main')).toBeVisible()
    await page.close()
    const told = () => sink.heard.map(({ body }) => JSON.parse(body))
    await expect.poll(() => told().length, { timeout: 30_000 }).toBe(2)
    const event = (route: string) => ({
      name: 'pageview',
      url: `https://mail.example.com/${route}`,
      domain: 'mail.example.com',
      props: { title: 'titles:login' },
    })
    expect(told()).toEqual(expect.arrayContaining([event('login'), event('pclogin')]))
  })
})
