/** Somebody who has no mailbox registers one, is welcomed in it, and gets a message from outside. */
import { registrationKinds } from '#contract/registration/registrationKinds'
import { expect, isOverServers, test } from '../gateway'
import { expectSound, password as shellPassword, speak, type Tongue } from '../shell'

/** That of the other journeys stands in lists of leaked ones. */
const password = '7Kites-over'

type Kind = (typeof registrationKinds)[number]['tiers'][number]

/** Of a year; a free mailbox has no order. */
const sums: Readonly<Record<Kind, string | null>> = {
  free: null,
  soho: '¥200.00',
  sme: '¥400.00',
  enterprise: '¥800.00',
  globalEnterprise: '¥1,200.00',
  globalEnterprisePlus: '¥2,000.00',
  star: '¥1,600.00',
}

const words = {
  'zh-CN': {
    register: '注册',
    kinds: {
      free: '注册免费',
      soho: '注册普通（VIP 商务）',
      sme: '注册精英',
      enterprise: '注册金牌',
      globalEnterprise: '注册白金',
      globalEnterprisePlus: '注册至尊',
      star: '注册星级',
    },
    username: '用户名',
    free: /可以注册$/,
    password: '密码',
    again: '再次输入密码',
    next: '下一步',
    alternate: /^备用邮箱/,
    sent: '确认邮件已发送',
    confirmMail: /请确认密保邮箱/,
    toMail: '进入邮箱',
    characters: '图中的字符',
    picture: /^验证图片/,
    consent: '我已阅读并同意使用条款',
    finish: '同意并注册',
    welcome: /欢迎使用易邮/,
    order: '订单',
  },
  'en-US': {
    register: 'Register',
    kinds: {
      free: 'Register: Free',
      soho: 'Register: Soho',
      sme: 'Register: SME',
      enterprise: 'Register: Enterprise',
      globalEnterprise: 'Register: Global Enterprise',
      globalEnterprisePlus: 'Register: Global Enterprise Plus',
      star: 'Register: Star',
    },
    username: 'Name',
    free: /is free$/,
    password: 'Password',
    again: 'Password again',
    next: 'Next',
    alternate: /^Alternate address/,
    sent: 'Verification message sent',
    confirmMail: /Confirm a secure mailbox/,
    toMail: 'Go to the mailbox',
    characters: 'Characters in the picture',
    picture: /^Picture of characters/,
    consent: 'I have read the terms of use and agree',
    finish: 'Agree and register',
    welcome: /Welcome to EP Mail/,
    order: 'Order',
  },
} as const

type Page = Parameters<typeof speak>[0]
type Gateway = { readonly readCaptchas: () => Promise<void> }

async function register(page: Page, gateway: Gateway, language: Tongue, kind: Kind, alternate?: string) {
  const say = words[language]
  await speak(page, language)
  await page.goto('/login')
  await page.getByRole('link', { name: say.register, exact: true }).click()
  const ofKind = page.getByRole('link', { name: say.kinds[kind], exact: true })
  await ofKind.waitFor()
  await expectSound(page)
  await ofKind.click()
  await page.getByLabel(say.username, { exact: true }).fill('wang.li')
  await expect(page.getByText(say.free)).toBeVisible()
  await page.getByLabel(say.password, { exact: true }).fill(password)
  await page.getByLabel(say.again, { exact: true }).fill(password)
  await expectSound(page)
  await page.getByRole('button', { name: say.next, exact: true }).click()
  if (alternate !== undefined) await page.getByLabel(say.alternate).fill(alternate)
  await page.getByLabel(say.characters).fill('as a person reads them')
  // Its answer is there once the picture is.
  const picture = page.getByAltText(say.picture)
  await expect.poll(() => picture.evaluate((it: HTMLImageElement) => it.naturalWidth)).toBeGreaterThan(0)
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

for (const { language, width, height } of [
  { language: 'zh-CN', width: 1440, height: 900 },
  { language: 'en-US', width: 390, height: 844 },
] as const) {
  const say = words[language]
  test.describe(`${language} at ${width} px`, () => {
    // Each at a gateway of its own: an address registers so many mailboxes an hour.
    test.use({ viewport: { width, height }, locale: language, isKilled: true })

    test('a free mailbox is registered, asks its alternate address, welcomes its owner and takes a message', {
      tag: language === 'zh-CN' ? [] : '@all',
    }, async ({ page, gateway }) => {
      if (isOverServers) return saysWhomToAsk(page, language)
      await gateway.addAccount('safe@ep.test', shellPassword)
      await register(page, gateway, language, 'free', 'safe@ep.test')
      await expect(page.getByRole('heading', { name: say.sent })).toBeVisible()
      await expect(page.getByText('s***@ep.test').first()).toBeVisible()
      await expectSound(page)
      // The outbox delivers after the answer.
      await expect.poll(() => gateway.subjects('safe@ep.test')).toEqual([expect.stringMatching(say.confirmMail)])
      await page.getByRole('link', { name: say.toMail }).click()
      await page.waitForURL('**/receive')
      await expect(page.getByText(say.welcome).first()).toBeVisible()
      await gateway.deliver({ from: 'anna@example.com', to: 'wang.li@ep.test', subject: '第一封来信', text: '你好' })
      await page.reload()
      await expect(page.getByText('第一封来信').first()).toBeVisible()
    })

    for (const kind of registrationKinds.flatMap(({ tiers }): readonly Kind[] => tiers)) {
      const sum = sums[kind]
      if (sum === null) continue
      test(`a mailbox of the kind ${kind} is registered, and its owner stands before the order`, {
        tag: '@all',
      }, async ({ page, gateway }) => {
        if (isOverServers) return saysWhomToAsk(page, language)
        await register(page, gateway, language, kind)
        await page.waitForURL(`**/mailUpgrade?tier=${kind}`)
        await expect(page.getByRole('region', { name: say.order })).toContainText(sum)
        await expectSound(page)
        await page.goto('/receive')
        await expect(page.getByText(say.welcome).first()).toBeVisible()
      })
    }
  })
}
