/** A message is shared with a code, and opened by somebody who is signed in nowhere. */
import { readFile } from 'node:fs/promises'
import { expect, test } from '../gateway'
import { expectRows, expectSound, password, signIn, speak, type Tongue } from '../shell'

const journeys = [
  {
    language: 'zh-CN',
    width: 1440,
    more: '更多',
    share: '分享',
    code: '访问码（可选）',
    make: '生成链接',
    link: '分享链接',
    field: '访问码',
    open: '打开',
    wrong: '访问码错误，还可以试 9 次',
    left: /剩余 1[45]:\d\d/,
    file: '下载 报价.csv',
    revoke: /^撤销“/,
    yes: '撤销',
    opens: '打开次数',
    once: /^1 次$/,
    again: '再建一个',
    ends: { revoked: '链接已撤销', usedUp: '链接已用完', expired: '链接已过期' },
  },
  {
    language: 'en-US',
    width: 390,
    more: 'More',
    share: 'Share',
    code: 'Code (optional)',
    make: 'Make a link',
    link: 'Link',
    field: 'Code',
    open: 'Open',
    wrong: 'Wrong code. 9 tries left',
    left: /1[45]:\d\d left/,
    file: 'Download 报价.csv',
    revoke: /^Revoke the share of/,
    yes: 'Revoke',
    opens: 'Opens',
    once: /^Once$/,
    again: 'Make another',
    ends: {
      revoked: 'This link was revoked',
      usedUp: 'This link is used up',
      expired: 'This link has expired',
    },
  },
] as const satisfies readonly { readonly language: Tongue; readonly [key: string]: unknown }[]

for (const say of journeys) {
  test.describe(`${say.language} at ${say.width} px`, say.width < 600 ? { tag: '@all' } : {}, () => {
    test.use({ viewport: { width: say.width, height: 900 }, locale: say.language })

    test('a share is made, opened with its code elsewhere, revoked, used up and expired', async ({
      page,
      gateway,
      browser,
    }) => {
      await speak(page, say.language)
      await gateway.addAccount('lin@ep.test', password)
      await gateway.deliver({
        ...{ from: 'w@example.cn', to: 'lin@ep.test', subject: '三季度报价', text: '报价见附件' },
        attachments: [{ filename: '报价.csv', content: 'a,b' }],
      })
      await signIn(page, 'lin@ep.test', say.language)
      await expectRows(page, '/receive', /三季度报价/)

      const makeLink = async () => {
        await page.getByRole('button', { name: say.make }).click()
        return page.getByLabel(say.link, { exact: true }).inputValue()
      }
      const guestPage = async () => {
        const context = await browser.newContext({ locale: say.language, viewport: page.viewportSize() })
        const guest = await context.newPage()
        await speak(guest, say.language)
        return guest
      }

      const link = await test.step('from the reader, with a code', async () => {
        await page.getByRole('row', { name: /三季度报价/ }).click()
        await page.getByRole('button', { name: say.more, exact: true }).click()
        await page.getByRole('menuitem', { name: say.share, exact: true }).click()
        await page.waitForURL('**/ShareMail?id=*')
        await page.getByLabel(say.code).fill('8341')
        await expectSound(page)
        return makeLink()
      })

      const guest = await guestPage()
      await test.step('it tells nothing before the code', async () => {
        await guest.goto(link)
        await guest.getByLabel(say.field).fill('0000')
        await guest.keyboard.press('Enter')
        await expect(guest.getByText(say.wrong)).toBeVisible()
        await expect(guest.getByText('三季度报价')).toHaveCount(0)
        await expectSound(guest)
      })

      await test.step('then the message and its file, which is saved whole', async () => {
        await guest.getByLabel(say.field).fill('8341')
        await guest.getByRole('button', { name: say.open, exact: true }).click()
        await expect(guest.getByRole('heading', { name: '三季度报价' })).toBeVisible()
        await expect(guest.frameLocator('iframe.mail-frame').getByText('报价见附件')).toBeVisible()
        await expect(guest.getByText(say.left)).toBeVisible()
        await expectSound(guest)
        const [download] = await Promise.all([guest.waitForEvent('download'), guest.getByLabel(say.file).click()])
        expect([download.suggestedFilename(), await readFile(await download.path(), 'utf8')]).toEqual([
          '报价.csv',
          'a,b',
        ])
      })

      await test.step('an address that is copied from it asks for the code again', async () => {
        const other = await guestPage()
        await other.goto(guest.url())
        await expect(other.getByLabel(say.field)).toBeVisible()
        await other.context().close()
      })

      await test.step('revoked, the file is over at once', async () => {
        await page.getByRole('button', { name: say.revoke }).click()
        await page.getByRole('dialog').getByRole('button', { name: say.yes, exact: true }).click()
        await expect(page.getByRole('button', { name: say.revoke })).toHaveCount(0)
        await guest.getByLabel(say.file).click()
        await expect(guest.getByRole('heading', { name: say.ends.revoked })).toBeVisible()
        await expectSound(guest)
      })

      await test.step('what may be opened once opens once', async () => {
        await page.getByRole('button', { name: say.again }).click()
        await page.getByLabel(say.opens).click()
        await page.locator('.ant-select-item-option').filter({ hasText: say.once }).first().click()
        const once = await makeLink()
        await guest.clock.install()
        await guest.goto(once)
        await guest.getByRole('button', { name: say.open, exact: true }).click()
        await expect(guest.getByRole('heading', { name: '三季度报价' })).toBeVisible()
        const late = await guestPage()
        await late.goto(once)
        await expect(late.getByRole('heading', { name: say.ends.usedUp })).toBeVisible()
        await late.context().close()
      })

      await test.step('the time runs out before the reader’s eyes', async () => {
        await guest.clock.fastForward('15:01')
        await expect(guest.getByRole('heading', { name: say.ends.expired })).toBeVisible()
        await guest.context().close()
      })
    })
  })
}
