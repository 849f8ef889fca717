/** Somebody goes away: the reply goes once, the app says that it is on, messages go on to a neighbour, and all is turned off again. */
import { names } from '../../servers/lab/env'
import { expect, testOverShared as test } from '../gateway'
import { ask, expectRows, expectSound, password, signIn, speak, type Tongue } from '../shell'

const journeys = [
  {
    language: 'zh-CN',
    width: 1440,
    account: 'away-zh@ep.test',
    other: 'stays-zh@ep.test',
    on: '开启',
    text: '回复内容',
    tooLong: '301 / 300：超出长度',
    first: '开始日期',
    save: '保存',
    saved: '已保存：自动回复已开启',
    banner: '自动回复已开启。',
    end: '关闭',
    address: '新地址',
    add: '添加地址',
    confirm: '确认',
    agreed: /已确认：/,
    to: '将全部邮件转发到',
    forwarded: /^以后全部邮件会转发到/,
    gone: '链接已过期或已使用',
  },
  {
    language: 'en-US',
    width: 390,
    account: 'away-en@ep.test',
    other: 'stays-en@ep.test',
    on: 'On',
    text: 'Reply',
    tooLong: '301 / 300: too long',
    first: 'First day',
    save: 'Save',
    saved: 'Saved: the automatic reply is on',
    banner: 'Your automatic reply is on.',
    end: 'Turn off',
    address: 'New address',
    add: 'Add address',
    confirm: 'Confirm',
    agreed: /Confirmed:/,
    to: 'Forward all messages to',
    forwarded: /^All messages are forwarded to/,
    gone: 'This link has expired or was used before',
  },
] as const satisfies readonly { readonly language: Tongue; readonly [key: string]: unknown }[]

/** Whether a neighbour is there only the mail server knows: the gateway asks by a link. */
const isOverServers = process.env[names.databaseUrl] !== undefined

for (const say of journeys) {
  const isPhone = say.width < 600
  test.describe(`${say.language} at ${say.width} px`, isPhone ? { tag: '@all' } : {}, () => {
    test.use({ viewport: { width: say.width, height: 844 }, locale: say.language })

    test('somebody away answers once, forwards, and is told so', async ({ page, gateway, browser }) => {
      await speak(page, say.language)
      await gateway.addAccount(say.account, password)
      await gateway.addAccount(say.other, password)
      await signIn(page, say.account, say.language)
      const button = (name: string) => page.getByRole('button', { name, exact: true })
      const text = page.getByRole('textbox', { name: say.text, exact: true })

      await test.step('the reply is counted, dated and kept', async () => {
        await page.goto('/settingPc?section=autoReply')
        await page.getByRole('radio', { name: say.on, exact: true }).check()
        await text.fill('字'.repeat(301))
        await expect(page.getByText(say.tooLong)).toBeVisible()
        await text.fill('Back on Monday')
        await page.getByRole('textbox', { name: say.first }).fill('2026-01-01')
        await page.keyboard.press('Enter')
        await expect(page.locator('.ant-picker-dropdown').filter({ visible: true })).toHaveCount(0)
        await expectSound(page)
        await button(say.save).first().click()
        await expect(page.getByText(say.saved)).toBeVisible()
        await expect(page.getByText(say.banner)).toBeVisible()
      })

      await test.step('messages go on to a neighbour', async () => {
        await page.getByRole('textbox', { name: say.address }).fill(say.other)
        await button(say.add).click()
        if (isOverServers) {
          const context = await browser.newContext({ baseURL: new URL(page.url()).origin, locale: say.language })
          const other = await context.newPage()
          await speak(other, say.language)
          await signIn(other, say.other, say.language)
          await expectRows(other, '/receive', /请确认邮件转发/)
          await other.getByRole('row', { name: /请确认邮件转发/ }).click()
          const link = other.frameLocator('iframe.mail-frame').getByRole('link', { name: /verify#t=/ })
          await other.goto((await link.first().getAttribute('href')) ?? '')
          await other.getByRole('button', { name: say.confirm, exact: true }).click()
          await expect(other.getByText(say.agreed)).toBeVisible()
          await context.close()
          await page.reload()
        }
        await page.getByRole('combobox', { name: say.to }).click()
        await page.getByTitle(say.other).last().click()
        await button(say.save).last().click()
        await expect(page.getByText(say.forwarded)).toBeVisible()
        await page.mouse.move(0, 0)
        await expectSound(page)
      })

      await test.step('whoever writes twice is answered once, and both messages went on', async () => {
        const context = await browser.newContext({ baseURL: new URL(page.url()).origin, locale: say.language })
        const other = await context.newPage()
        await speak(other, say.language)
        await signIn(other, say.other, say.language)
        for (const subject of ['Lunch', 'Lunch again']) {
          const form = { to: say.account, subject, html: '<p>x</p>', idempotencyKey: subject }
          expect(JSON.parse(await ask(other, 'writemail/sendMail.action', form))).toMatchObject({ code: '200' })
        }
        // One reply, and both of what was written, come back by forwarding.
        await expectRows(other, '/receive', /Auto: Lunch/)
        await expectRows(other, '/receive', /Lunch/, 3)
        await context.close()
      })

      await test.step('the app says that it is on, and ends it', async () => {
        await page.goto('/receive')
        await expect(page.getByText(say.banner)).toBeVisible()
        await expectSound(page)
        await button(say.end).click()
        await expect(page.getByText(say.banner)).toHaveCount(0)
      })

      await test.step('a link that never was says so', async () => {
        await page.goto('/verify#t=nothing')
        await expect(page.getByText(say.gone)).toBeVisible()
        await expectSound(page)
      })
    })
  })
}
