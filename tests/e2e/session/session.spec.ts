/** A session that ends while mail is written, in two tabs of one browser: one modal for both, and no word lost (SPEC §4, R6, S18). */
import type { Page } from '@playwright/test'
import { composerWords } from '../compose/composerTexts'
import { expect, test } from '../gateway'
import { expectSound, password, signIn, speak, type Tongue, words } from '../shell'

const journeys = [
  {
    language: 'zh-CN',
    width: 1440,
    title: '登录已超时',
    wrong: '密码错误，还有4次机会，请重新输入',
    exit: '退出',
    sent: '已发送',
    loginTitle: '账号登录',
  },
  {
    language: 'en-US',
    width: 1200,
    title: 'Your session has ended',
    wrong: 'Wrong password. You have 4 tries left; please enter it again',
    exit: 'Exit',
    sent: 'Sent',
    loginTitle: 'Sign in to your account',
  },
] as const satisfies readonly { readonly language: Tongue; readonly [key: string]: unknown }[]

for (const say of journeys) {
  const { language } = say
  const its = words[language]
  const says = composerWords[language]

  test.describe(`${language} at ${say.width} px`, () => {
    test.use({ viewport: { width: say.width, height: 844 }, locale: language })

    test('R6, S18: one modal for both tabs, and every word after it', async ({ page, context, gateway, request }) => {
      await gateway.addAccount('lin@ep.test', password)
      await speak(page, language)
      await signIn(page, 'lin@ep.test', language)
      const other = await context.newPage()
      await speak(other, language)
      await other.goto('/sent')
      await expect(other.getByRole('heading', { level: 1, name: say.sent })).toBeVisible()
      await page.bringToFront()
      const modalOf = (tab: Page) => tab.getByRole('dialog', { name: say.title })
      const subject = page.getByRole('textbox', { name: its.subject })

      /** As another browser of the same person may end it. */
      async function endSession() {
        const authorization = await page.evaluate(() => {
          const { tokenType, accessToken } = JSON.parse(localStorage.getItem('ep_tokenList') ?? '{}').value
          return `${tokenType} ${accessToken}`
        })
        const answer = await request.get('/webmail/logout/index.action', { headers: { authorization } })
        expect(await answer.text()).toBe('newExit')
      }

      await page.getByRole('button', { name: says.write, exact: true }).click()
      await subject.fill('Before')
      await expect(page.getByText(says.saved)).toBeVisible()
      await endSession()
      await subject.fill('Unsent words')
      await page.keyboard.press('ControlOrMeta+s')
      await expect(modalOf(page)).toBeVisible()
      await expect(modalOf(other)).toBeVisible()
      await expect(modalOf(page).getByLabel(its.account)).toHaveValue('lin@ep.test')
      await expect(modalOf(page).getByLabel(its.password, { exact: true })).toBeFocused()
      await expectSound(page)
      // What was being typed as it came would go into nothing for a moment.
      await modalOf(page).getByLabel(its.password, { exact: true }).click()
      await page.keyboard.type('wrong')
      await page.keyboard.press('Enter')
      await expect(modalOf(page).getByText(say.wrong)).toBeVisible()
      await page.keyboard.type(password)
      await page.keyboard.press('Enter')
      await expect(modalOf(other)).toHaveCount(0)
      await expect(modalOf(page)).toHaveCount(0)
      await expect(subject).toHaveValue('Unsent words')

      await endSession()
      await subject.fill('More words')
      await page.keyboard.press('ControlOrMeta+s')
      await expect(modalOf(page)).toBeVisible()
      await other.bringToFront()
      await modalOf(other).getByRole('button', { name: say.exit, exact: true }).click()
      for (const tab of [other, page]) {
        await expect(tab.getByRole('heading', { level: 1, name: say.loginTitle })).toBeVisible()
        await expect(modalOf(tab)).toHaveCount(0)
      }
      expect(await page.evaluate(() => Object.keys(localStorage))).toEqual(['ep_language'])
      await page.bringToFront()
      await signIn(page, 'lin@ep.test', language)
      await expect(subject).toHaveValue('More words')
    })
  })
}
