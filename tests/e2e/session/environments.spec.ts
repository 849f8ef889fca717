/** One build on three hosts (SPEC §7). Chromium finds `*.localhost` on loopback. */
import { freePort } from '../../servers/lab/ports'
import { openAppSite } from '../appSite'
import { test as base, expect } from '../gateway'
import { password, signIn } from '../shell'

/** Hostname of the page and of the gateway that it is to call. */
const hosts = [
  { name: 'local', page: '127.0.0.1', gateway: 'localhost' },
  { name: 'beta', page: 'beta.localhost', gateway: 'beta-gateway.localhost' },
  { name: 'production', page: 'mail.localhost', gateway: 'mail-gateway.localhost' },
]

type Sites = { readonly appPort: number; readonly originAt: (hostname: string) => string }

const test = base.extend<Sites>({
  appPort: async ({ browserName: _browser }, use) => use(await freePort()),
  settings: async ({ appPort }, use) =>
    use({ CORS_ORIGINS: hosts.map(({ page }) => `http://${page}:${appPort}`).join() }),
  originAt: async ({ gateway }, use) => use((hostname) => gateway.url.replace('127.0.0.1', hostname)),
})

test('S16, S25: one build calls from each of three hosts its own gateway, with credentials, and signs in there', {
  tag: '@all',
}, async ({ browser, appPort, gateway, originAt }) => {
  // It builds, and opens the app three times.
  test.setTimeout(180_000)
  await gateway.addAccount('lin@ep.test', password)
  await gateway.deliver({ from: 'wang@example.com', to: 'lin@ep.test', subject: 'Plan', text: 'Text' })
  const origins = hosts.map((host) => originAt(host.gateway))
  const site = await openAppSite(appPort, {
    ...Object.fromEntries(hosts.map(({ name, gateway }) => [`GATEWAY_URL_${name.toUpperCase()}`, originAt(gateway)])),
    PAGE_HOSTNAMES_BETA: 'Beta.localhost',
    PAGE_HOSTNAMES_PRODUCTION: 'mail.localhost',
  })
  try {
    for (const host of hosts)
      await test.step(`from the ${host.name} host`, async () => {
        const [pageOrigin, gatewayOrigin] = [`http://${host.page}:${appPort}`, originAt(host.gateway)]
        const context = await browser.newContext({ baseURL: pageOrigin })
        // A request without credentials would leave it out.
        await context.addCookies([
          { name: 'affinity', value: host.name, domain: host.gateway, path: '/', sameSite: 'None', secure: true },
        ])
        const page = await context.newPage()
        const asked: string[] = []
        page.on('request', (request) => {
          if (request.url().includes('/webmail/')) asked.push(new URL(request.url()).origin)
        })
        const document = page.waitForResponse('**/login')
        const answer = page.waitForResponse('**/webmail/login/loginService.action')
        await signIn(page, 'lin@ep.test')
        const policy = (await document).headers()['content-security-policy'] ?? ''
        expect(/connect-src ([^;]+)/.exec(policy)?.[1]?.split(' ')).toEqual(["'self'", ...origins])
        const request = (await answer).request()
        expect(request.url()).toBe(`${gatewayOrigin}/webmail/login/loginService.action`)
        expect(await request.allHeaders()).toMatchObject({ origin: pageOrigin, cookie: `affinity=${host.name}` })
        expect((await answer).headers()).toMatchObject({
          'access-control-allow-origin': pageOrigin,
          'access-control-allow-credentials': 'true',
        })
        await expect(page.getByRole('row', { name: /主题 Plan，/ })).toBeVisible()
        expect(new Set(asked)).toEqual(new Set([gatewayOrigin]))
        await context.close()
      })
  } finally {
    await site.close()
  }
})
