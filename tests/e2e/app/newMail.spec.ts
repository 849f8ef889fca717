/** New mail in a real browser: told at once, or else on a fifth minute, in the page, the title and the icon, and opened by keyboard. */

import { expect, test } from '../gateway'
import { expectSound, password, signIn, speak, type Tongue } from '../shell'

const journeys = [
  {
    language: 'zh-CN',
    width: 1440,
    label: '新邮件',
    came: '2 封新邮件',
    title: '(2) 收件箱 - 易邮',
    read: '(1) 读信 - 易邮',
  },
  {
    language: 'en-US',
    width: 390,
    label: 'New message',
    came: '2 new messages',
    title: '(2) Inbox - EP Mail',
    read: '(1) Read mail - EP Mail',
  },
] as const satisfies readonly { readonly language: Tongue; readonly [key: string]: unknown }[]

for (const say of journeys) {
  test.describe(`${say.language} at ${say.width} px`, () => {
    test.use({ viewport: { width: say.width, height: 844 }, locale: say.language })

    test('new mail is told on a fifth minute', { tag: '@all' }, async ({ page, gateway }) => {
      await gateway.addAccount('lin@ep.test', password, 'soho', '林')
      await page.clock.install()
      await page.route('**/webmail/query/watchNewMail.action', (route) =>
        route.fulfill({ json: { code: 'serverCannot', msg: 'errors:serverCannot' } }),
      )
      await speak(page, say.language)
      const started = page.waitForResponse('**/webmail/query/timingQueryMail.action')
      await signIn(page, 'lin@ep.test', say.language)
      await started
      for (const subject of ['One', 'Two'])
        await gateway.deliver({ from: 'Wang Li <wang@example.com>', to: 'lin@ep.test', subject, text: 'A line.' })
      await page.clock.fastForward('05:00')
      const banner = page.getByRole('region', { name: say.label })
      await expect(banner.getByText(say.came)).toBeVisible()
      await banner.hover()
      await expectSound(page)
      await expect(page).toHaveTitle(say.title)
      await expect(page.locator('link[rel="icon"]')).toHaveAttribute('href', /^data:image\/svg.*%3E2%3C/)
      await page.clock.fastForward('00:30')
      await expect(banner).toBeVisible()
      await banner.getByRole('button', { name: /Two/ }).focus()
      await page.keyboard.press('Enter')
      await expect(page.getByRole('heading', { name: 'Two' })).toBeVisible()
      await expect(page).toHaveTitle(say.read)
      await expect(banner).toHaveCount(0)
    })
  })
}

test('zh-CN: new mail is told at once in every tab, and a sign-out ends the telling', async ({
  page,
  context,
  gateway,
}) => {
  await gateway.addAccount('lin@ep.test', password, 'soho', '林')
  const opened = page.waitForResponse('**/webmail/query/watchNewMail.action')
  await signIn(page, 'lin@ep.test')
  expect((await opened).headers()['content-type']).toContain('text/event-stream')
  const other = await context.newPage()
  const started = other.waitForResponse('**/webmail/query/timingQueryMail.action')
  await other.goto('/sent')
  await started
  await gateway.deliver({ from: 'Wang Li <wang@example.com>', to: 'lin@ep.test', subject: 'One', text: 'A line.' })
  for (const tab of [other, page]) {
    await expect(tab.getByRole('region', { name: '新邮件' }).getByText('1 封新邮件')).toBeVisible()
    await expect(tab).toHaveTitle(/^\(1\) /)
  }
  await expect(page.getByRole('row', { name: /主题 One，/ })).toBeVisible()
  await page.getByRole('button', { name: /^账户菜单/ }).click()
  await page.getByRole('menuitem', { name: '退出登录' }).click()
  await page.waitForURL('**/login*')
  await expect(page).toHaveTitle(/^登录/)
  // The other tab of the same person goes as well, and shows no mail any more.
  await other.waitForURL('**/login*')
})
