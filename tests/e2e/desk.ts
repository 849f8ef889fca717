/** What the journeys do in more than one place, in either language. */
import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

export const password = 'Passw0rd!a'

export const words = {
  'zh-CN': {
    account: '账号',
    password: '密码',
    signIn: '登录',
    to: '收件人',
    subject: '主题',
    body: '正文',
    send: '发送',
    files: '附件',
  },
  'en-US': {
    account: 'Account',
    password: 'Password',
    signIn: 'Sign in',
    to: 'To',
    subject: 'Subject',
    body: 'Text',
    send: 'Send',
    files: 'Attachments',
  },
} as const

export type Tongue = keyof typeof words

/** The language that the person has chosen before. */
export async function speak(page: Page, language: Tongue): Promise<void> {
  await page.addInitScript((value) => {
    localStorage.setItem('ep_language', JSON.stringify({ value, expires: null }))
  }, language)
}

export async function signIn(page: Page, address: string, language: Tongue = 'zh-CN'): Promise<void> {
  const say = words[language]
  await page.goto('/login')
  await page.getByLabel(say.account, { exact: true }).fill(address)
  await page.getByLabel(say.password, { exact: true }).fill(password)
  await page.getByRole('button', { name: say.signIn, exact: true }).click()
  await page.waitForURL('**/receive')
}

/** Writes recipient, subject and text into the open composer. */
export async function write(
  page: Page,
  mail: { to?: string; subject?: string; text: string },
  language: Tongue = 'zh-CN',
) {
  const say = words[language]
  if (mail.to !== undefined) {
    await page
      .getByRole('combobox', { name: say.to })
      .or(page.getByRole('textbox', { name: say.to }))
      .fill(mail.to)
    await page.keyboard.press('Enter')
  }
  if (mail.subject !== undefined) await page.getByRole('textbox', { name: say.subject }).fill(mail.subject)
  await page.getByRole('textbox', { name: say.body }).click()
  await page.keyboard.press('ControlOrMeta+Home')
  await page.keyboard.insertText(mail.text)
}

/** axe finds nothing, and nothing scrolls sideways. */
export async function expectSound(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze()
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(' | ')}`)
  expect(found, page.url()).toEqual([])
  const beyond = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(beyond, `pixels beyond the edge of ${page.url()}`).toBeLessThanOrEqual(0)
}
