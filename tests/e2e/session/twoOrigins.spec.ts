/** The app and its gateway on two sites, as SPEC §7 has them: the policies of both let through what the app needs. */
import type { Page } from '@playwright/test'
import { freePort } from '../../servers/lab/ports'
import { openAppSite } from '../appSite'
import { test as base, expect } from '../gateway'
import { password, signIn } from '../shell'

type Sites = {
  readonly appPort: number
  /** Where the app calls the gateway: under a name of another site. */
  readonly gatewayOrigin: string
}

const test = base.extend<Sites>({
  appPort: async ({ browserName: _browser }, use) => use(await freePort()),
  settings: async ({ appPort }, use) => use({ CORS_ORIGINS: `http://127.0.0.1:${appPort}` }),
  gatewayOrigin: async ({ gateway }, use) => use(gateway.url.replace('127.0.0.1', 'localhost')),
  baseURL: async ({ appPort, gatewayOrigin }, use) => {
    const site = await openAppSite(appPort, { GATEWAY_URL_LOCAL: gatewayOrigin })
    await use(`http://127.0.0.1:${appPort}`)
    await site.close()
  },
})

// The kept app is opened as well.
test.use({ serviceWorkers: 'allow' })

/** An answer of another origin came that is no picture (opaque response blocking); a policy stops a request before there is one. */
const noPicture = 'net::ERR_BLOCKED_BY_ORB'

/** What any policy has stopped on the page or within its frames. */
function watchRefusals(page: Page): readonly string[] {
  const refused: string[] = []
  page.on('console', (message) => {
    const text = message.text()
    if (/Content.Security.Policy|X-Frame-Options|CORS policy|BLOCKED_BY/i.test(text)) refused.push(text)
  })
  page.on('requestfailed', (request) => {
    const why = request.failure()?.errorText ?? ''
    if (/BLOCKED|csp/i.test(why) && why !== noPicture) refused.push(`${request.url()} ${why}`)
  })
  return refused
}

const pixel = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

test('S16, S25: zh-CN: mail is read on one site from a gateway on another, and no policy stops any of it', {
  tag: '@all',
}, async ({ page, gateway, gatewayOrigin }) => {
  const refused = watchRefusals(page)
  await gateway.addAccount('lin@ep.test', password)
  await gateway.deliver({
    from: 'Wang Li <wang@example.com>',
    to: 'lin@ep.test',
    subject: 'Plan',
    html: '<p>Look</p><img alt="dot" src="cid:dot@example.com"><img alt="far" src="https://pictures.example/far.png">',
    attachments: [
      { filename: 'dot.gif', content: pixel, cid: 'dot@example.com' },
      { filename: 'plan.pdf', content: '%PDF-1.4\n%%EOF\n' },
      { filename: 'notes.txt', content: 'some notes' },
    ],
  })
  const watched = page.waitForResponse('**/webmail/query/watchNewMail.action')
  await signIn(page, 'lin@ep.test')
  expect((await watched).url()).toContain(gatewayOrigin)
  await page.getByRole('row', { name: /主题 Plan，/ }).click()

  await test.step('an inline picture is shown, a remote one is asked of the gateway once it is allowed', async () => {
    const frame = page.frameLocator('iframe.mail-frame')
    const widthOf = (alt: string) =>
      frame.getByAltText(alt).evaluate((it) => (it instanceof HTMLImageElement ? it.naturalWidth : 0))
    await expect.poll(() => widthOf('dot')).toBe(1)
    const far = page.waitForEvent('requestfailed', (request) => request.url().includes('pictures.example'))
    await page.getByRole('button', { name: '显示一次', exact: true }).click()
    const asked = await far
    expect(asked.url()).toContain(gatewayOrigin)
    // The host is none, so the gateway answers with a refusal.
    expect(asked.failure()?.errorText).toBe(noPicture)
  })

  await test.step('files are shown in place and saved', async () => {
    const shown = page.waitForResponse((response) => response.url().includes('inline=1'))
    await page
      .getByRole('button', { name: /plan\.pdf/ })
      .first()
      .click()
    const dialog = page.getByRole('dialog', { name: 'plan.pdf' })
    expect((await shown).headers()['content-type']).toBe('application/pdf')
    await dialog.getByRole('button', { name: '关闭', exact: true }).click()
    const download = page.waitForEvent('download')
    await page
      .getByRole('link', { name: /notes\.txt/ })
      .first()
      .click()
    expect((await download).suggestedFilename()).toBe('notes.txt')
  })

  await test.step('new mail is told at once', async () => {
    await gateway.deliver({ from: 'Wang Li <wang@example.com>', to: 'lin@ep.test', subject: 'Later', text: 'Text' })
    await expect(page.getByRole('region', { name: '新邮件' }).getByText('1 封新邮件')).toBeVisible()
  })

  await test.step('the app that the browser keeps reaches the gateway, too', async () => {
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
    await page.goto('/receive')
    await expect(page.getByRole('row', { name: /主题 Later，/ })).toBeVisible()
    expect(await page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
  })

  expect(refused).toEqual([])
})
