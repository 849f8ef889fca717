/** Somebody who leaves: takes everything along, closes the account, and comes back. */
import { expect, isOverServers, test } from '../gateway'
import { expectRows, expectSound, password, signIn, speak, type Tongue, words } from '../shell'

const journeys = [
  {
    ...{ language: 'zh-CN', width: 1440, account: 'closing-zh@ep.test', start: '开始导出', ready: /导出已完成/ },
    ...{ download: '下载', open: '注销账号…', password: '登录密码', close: '注销', closed: /14 天内登录可撤回/ },
    ...{ title: '此账号已注销', takeBack: '撤回注销', back: '返回登录' },
  },
  {
    ...{
      language: 'en-US',
      width: 390,
      account: 'closing-en@ep.test',
      start: 'Start export',
      ready: /export is ready/,
    },
    ...{ download: 'Download', open: 'Close account…', password: 'Password', close: 'Close account' },
    ...{ closed: /within 14 days to take it back/, title: 'This account is closed' },
    ...{ takeBack: 'Take it back', back: 'Back to sign-in' },
  },
] as const satisfies readonly { readonly language: Tongue; readonly [key: string]: unknown }[]

for (const say of journeys) {
  test.describe(`${say.language} at ${say.width} px`, say.width < 600 ? { tag: '@all' } : {}, () => {
    test.use({ viewport: { width: say.width, height: say.width < 600 ? 844 : 900 }, locale: say.language })

    test('an account is exported, closed, and taken back as it was', async ({ page, gateway }) => {
      await speak(page, say.language)
      await gateway.addAccount(say.account, password)
      await gateway.deliver({ from: 'a@far.example', to: say.account, subject: 'stays', text: 'here' })
      await signIn(page, say.account, say.language)
      const button = (name: string) => page.getByRole('button', { name, exact: true })

      await test.step('everything is exported and downloaded', async () => {
        await page.goto('/settingPc?section=leaving')
        await button(say.start).click()
        await expect(page.getByText(say.ready)).toBeVisible()
        await expectSound(page)
        const saved = page.waitForEvent('download')
        await button(say.download).click()
        expect((await saved).suggestedFilename()).toContain(say.account.split('@')[0])
      })

      // Where a mail server has the passwords, accounts are closed there.
      if (isOverServers) return

      await test.step('the account is closed with the password', async () => {
        await button(say.open).click()
        const dialog = page.getByRole('dialog')
        await dialog.getByLabel(say.password, { exact: true }).fill(password)
        await expectSound(page)
        await dialog.getByRole('button', { name: say.close, exact: true }).click()
        await page.waitForURL('**/login')
        await expect(page.getByText(say.closed)).toBeVisible()
      })

      await test.step('the sign-in offers the way back, and all is there again', async () => {
        const { account, password: label, signIn: submit } = words[say.language]
        const give = async () => {
          await page.getByLabel(account, { exact: true }).fill(say.account)
          await page.getByLabel(label, { exact: true }).fill(password)
          await button(submit).click()
        }
        await give()
        await expect(page.getByRole('heading', { name: say.title })).toBeFocused()
        await expectSound(page)
        await button(say.takeBack).click()
        await button(say.back).click()
        await give()
        await page.waitForURL('**/receive')
        await expectRows(page, '/receive', /stays/)
      })
    })
  })
}
