/** A computer is let in by a phone: its QR code runs out, is refused and is confirmed, in two browsers (BEHAVIOUR §17, TRUST S19). */
import type { Page } from '@playwright/test'
import { expect, test } from '../gateway'
import { expectSound, password, signIn, speak, type Tongue } from '../shell'

const journeys = [
  {
    language: 'zh-CN',
    picture: '登录二维码',
    waiting: '请用已登录邮箱的手机扫描二维码',
    expired: '二维码已过期',
    refresh: '刷新二维码',
    question: '要让下面这个浏览器登录 lin@ep.test 吗？',
    refuse: '取消',
    refused: '已取消，那个浏览器没有登录。',
    cancelled: '手机上已取消登录',
    scanned: '林，请在手机上确认登录',
    accept: '登录',
    letIn: '已确认，电脑上会自动进入邮箱。',
    inbox: '收件箱',
  },
  {
    language: 'en-US',
    picture: 'QR code to sign in',
    waiting: 'Scan the code with a phone that is signed in to your mailbox',
    expired: 'The QR code has expired',
    refresh: 'New QR code',
    question: 'Let this browser sign in as lin@ep.test?',
    refuse: 'Cancel',
    refused: 'Cancelled. That browser was not signed in.',
    cancelled: 'The sign-in was cancelled on the phone',
    scanned: '林, confirm on your phone',
    accept: 'Sign in',
    letIn: 'Confirmed. The computer opens your mailbox by itself.',
    inbox: 'Inbox',
  },
] as const satisfies readonly { readonly language: Tongue; readonly [key: string]: unknown }[]

for (const say of journeys) {
  const { language } = say

  test.describe(language, () => {
    test.use({ viewport: { width: 1440, height: 900 }, locale: language })

    test('S19: a phone lets a computer in', async ({ page: computer, browser, gateway }) => {
      await gateway.addAccount('lin@ep.test', password, 'soho', '林')
      const phoneContext = await browser.newContext({
        baseURL: gateway.url,
        viewport: { width: 390, height: 844 },
        locale: language,
        serviceWorkers: 'block',
      })
      const phone = await phoneContext.newPage()
      await speak(phone, language)
      await signIn(phone, 'lin@ep.test', language)
      await speak(computer, language)
      const at = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

      /** What the picture says to a camera. */
      async function newCode(show: () => Promise<unknown>): Promise<string> {
        const answered = computer.waitForResponse('**/login/loginQrCode*')
        await show()
        const { text, secret } = await (await answered).json()
        expect(text).not.toContain(secret)
        await expect(computer.getByRole('img', { name: say.picture })).toBeVisible()
        return text
      }
      const another = () => newCode(() => at(computer, say.refresh).click())

      const first = await newCode(() => computer.goto('/pclogin'))
      await expect(computer.getByText(say.waiting)).toBeVisible()
      await expectSound(computer)
      await computer.route('**/login/polling*', (route) => route.fulfill({ json: { code: '200', state: 'expired' } }), {
        times: 1,
      })
      await expect(computer.getByText(say.expired)).toBeVisible()

      const second = await another()
      expect(second).not.toBe(first)
      await phone.goto(second)
      await expect(phone.getByText(say.question)).toBeVisible()
      await expectSound(phone)
      await at(phone, say.refuse).click()
      await expect(phone.getByText(say.refused)).toBeVisible()
      await expect(computer.getByText(say.cancelled)).toBeVisible()

      const third = await another()
      await phone.goto(third)
      await expect(computer.getByText(say.scanned)).toBeVisible()
      await at(phone, say.accept).click()
      await expect(phone.getByText(say.letIn)).toBeVisible()
      await expect(computer.getByRole('heading', { level: 1, name: say.inbox })).toBeVisible()
      const tokens = await Promise.all(
        [computer, phone].map((page) => page.evaluate(() => localStorage.getItem('ep_tokenList'))),
      )
      expect(new Set(tokens).size).toBe(2)
      await phoneContext.close()
    })
  })
}
