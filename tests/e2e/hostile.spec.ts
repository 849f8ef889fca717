/** Where a link of a hostile mail leads in a real browser (TRUST S7). */
import { signIn } from './desk'
import { expect, test } from './gateway'

test('S7: a link of a mail opens a tab of its own that knows nothing of the app', async ({ page, gateway }) => {
  await gateway.addAccount('lin@ep.test', 'Passw0rd!a')
  await gateway.deliver({
    from: 'mallory@example.cn',
    to: 'lin@ep.test',
    subject: 'Link',
    html: '<a href="https://foreign.example/x" target=_top rel=opener>Go there</a>',
  })
  const referrers: (string | undefined)[] = []
  await page.context().route('https://foreign.example/**', async (route) => {
    referrers.push(route.request().headers().referer)
    await route.fulfill({ contentType: 'text/html', body: '<title>There</title>' })
  })
  await signIn(page, 'lin@ep.test')
  await page.getByRole('row', { name: /Link/ }).click()
  const [popup] = await Promise.all([
    page.waitForEvent('popup'),
    page.locator('iframe.mail-frame').contentFrame().getByRole('link', { name: 'Go there' }).click(),
  ])
  await expect(popup).toHaveTitle('There')
  expect(await popup.evaluate(() => window.opener)).toBeNull()
  expect(referrers).toEqual([undefined])
  expect(page.url()).toContain(`${gateway.url}/receive/mailshow`)
})
