/** Somebody who has no mailbox registers one, is welcomed in it, and gets a message from outside. */
import { names } from '../../servers/lab/env'
import { expect, test } from '../gateway'
import { expectSound, speak, type Tongue } from '../shell'

/** That of the other journeys stands in lists of leaked ones. */
const password = '7Kites-over'

const isOverServers = process.env[names.databaseUrl] !== undefined

const words = {
  'zh-CN': {
    register: '注册',
    kind: '注册免费',
    paidKind: '注册普通（VIP 商务）',
    username: '用户名',
    free: /可以注册$/,
    password: '密码',
    again: '再次输入密码',
    next: '下一步',
    characters: '图中的字符',
    consent: '我已阅读并同意使用条款',
    finish: '同意并注册',
    welcome: /欢迎使用易邮/,
    order: '订单',
    sum: '¥200.00',
  },
  'en-US': {
    register: 'Register',
    kind: 'Register: Free',
    paidKind: 'Register: Soho',
    username: 'Name',
    free: /is free$/,
    password: 'Password',
    again: 'Password again',
    next: 'Next',
    characters: 'Characters in the picture',
    consent: 'I have read the terms of use and agree',
    finish: 'Agree and register',
    welcome: /Welcome to EP Mail/,
    order: 'Order',
    sum: '¥200.00',
  },
} as const

type Page = Parameters<typeof speak>[0]
type Gateway = { readonly readCaptchas: () => Promise<void> }

async function register(page: Page, gateway: Gateway, language: Tongue, kind: 'kind' | 'paidKind', username: string) {
  const say = words[language]
  await speak(page, language)
  await page.goto('/login')
  await page.getByRole('link', { name: say.register, exact: true }).click()
  await page.getByRole('link', { name: say[kind], exact: true }).waitFor()
  await expectSound(page)
  await page.getByRole('link', { name: say[kind], exact: true }).click()
  await page.getByLabel(say.username, { exact: true }).fill(username)
  await expect(page.getByText(say.free)).toBeVisible()
  await page.getByLabel(say.password, { exact: true }).fill(password)
  await page.getByLabel(say.again, { exact: true }).fill(password)
  await expectSound(page)
  await page.getByRole('button', { name: say.next, exact: true }).click()
  await page.getByLabel(say.characters).fill('as a person reads them')
  await gateway.readCaptchas()
  await page.getByLabel(say.consent).check()
  await expectSound(page)
  await page.getByRole('button', { name: say.finish }).click()
}

/** A mail server makes its mailboxes itself. */
async function saysWhomToAsk(page: Page, language: Tongue): Promise<void> {
  await speak(page, language)
  await page.goto('/register_mailFree')
  await expect(page.getByText(/postmaster@ep\.test/)).toBeVisible()
}

test.describe('zh-CN at 1440 px', () => {
  test.use({ viewport: { width: 1440, height: 900 }, locale: 'zh-CN', isKilled: true })

  test('a free mailbox is registered, welcomes its owner and takes a message', async ({ page, gateway }) => {
    if (isOverServers) return saysWhomToAsk(page, 'zh-CN')
    await register(page, gateway, 'zh-CN', 'kind', 'wang.li')
    await page.waitForURL('**/receive')
    await expect(page.getByRole('row', { name: words['zh-CN'].welcome })).toBeVisible()
    await gateway.deliver({ from: 'anna@example.com', to: 'wang.li@ep.test', subject: '第一封来信', text: '你好' })
    await page.reload()
    await expect(page.getByRole('row', { name: /第一封来信/ })).toBeVisible()
  })
})

test.describe('en-US at 390 px', { tag: '@all' }, () => {
  test.use({ viewport: { width: 390, height: 844 }, locale: 'en-US', isKilled: true })

  test('a Soho mailbox is registered, and its owner stands before the order', async ({ page, gateway }) => {
    if (isOverServers) return saysWhomToAsk(page, 'en-US')
    await register(page, gateway, 'en-US', 'paidKind', 'wang.li')
    await page.waitForURL('**/mailUpgrade?tier=soho')
    await expect(page.getByRole('region', { name: words['en-US'].order })).toContainText(words['en-US'].sum)
    await expectSound(page)
    await page.goto('/receive')
    await expect(page.getByText(words['en-US'].welcome).first()).toBeVisible()
  })
})
