/** A stranger reads about the product, compares tiers, and signs in to find the own one marked. */
import { expect, test } from '../gateway'
import { expectSound, password, speak, type Tongue, words } from '../shell'

const texts = {
  'zh-CN': {
    slogan: /写得安心/,
    compare: '比较会员等级',
    table: '会员等级比较',
    gold: '金牌',
    goldLink: '金牌会员',
    goldPage: '金牌会员',
    goldPrice: '¥80 / 月',
    phone: '随心邮',
    phoneState: /登录后可以查看/,
    unbound: /lin@ep\.test 还没有绑定手机/,
    yours: '您的等级',
    tiers: '会员等级',
    offers: 'VIP 会员等级',
    unknown: '没有这个会员等级',
  },
  'en-US': {
    slogan: /Email that keeps/,
    compare: 'Compare tiers',
    table: 'The tiers compared',
    gold: 'Enterprise',
    goldLink: 'Gold',
    goldPage: 'Gold membership',
    goldPrice: '¥80 a month',
    phone: 'Mail by phone',
    phoneState: /Sign in to see/,
    unbound: /No phone is bound to lin@ep\.test/,
    yours: 'Your tier',
    tiers: 'Tiers',
    offers: 'VIP tiers',
    unknown: 'There is no such tier',
  },
} as const

const journeys = [
  { language: 'zh-CN', width: 1440, height: 900, tag: [] },
  { language: 'en-US', width: 1440, height: 900, tag: ['@all'] },
  { language: 'zh-CN', width: 390, height: 844, tag: ['@all'] },
  { language: 'en-US', width: 320, height: 640, tag: ['@all'] },
] as const satisfies readonly { readonly language: Tongue; readonly [key: string]: unknown }[]

for (const { language, width, height, tag } of journeys) {
  const say = texts[language]
  const isWide = width > 800

  test.describe(`${language} at ${width} px`, () => {
    test.use({ viewport: { width, height }, locale: language })

    test('a stranger reads about the product, and signs in', { tag: [...tag] }, async ({ page, gateway }) => {
      await gateway.addAccount('lin@ep.test', password, 'enterprise', '林')
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await speak(page, language)
      const title = (name: string | RegExp) => page.getByRole('heading', { level: 1, name, exact: true })
      const inNavigation = (name: string) => page.getByRole('navigation').getByRole('link', { name, exact: true })

      await test.step('the sign-in leads to the front page', async () => {
        await page.goto('/login')
        await page.getByRole('banner').getByRole('link').first().click()
        await expect(title(say.slogan)).toBeVisible()
        await expectSound(page)
      })

      await test.step('the tiers are compared, and one is looked at in full', async () => {
        await page.getByRole('link', { name: say.compare }).click()
        const table = page.getByRole('table', { name: say.table })
        if (isWide) await expect(table.getByRole('row')).toHaveCount(8)
        else await expect(page.getByRole('heading', { level: 3 })).toHaveCount(7)
        await expectSound(page)
        await page.getByRole('main').getByRole('link', { name: say.gold, exact: true }).click()
        await expect(title(say.gold)).toBeVisible()
        await expect(page.getByText(say.goldPrice, { exact: true })).toBeVisible()
        await expectSound(page)
        await page.goto('/particulars?tier=%22%3E%3Cscript%3E')
        await expect(title(say.unknown)).toBeVisible()
        await expectSound(page)
      })

      await test.step('the gold tier and mail by phone have pages of their own', async () => {
        await inNavigation(say.goldLink).click()
        await expect(title(say.goldPage)).toBeVisible()
        await expectSound(page)
        await inNavigation(say.phone).click()
        await expect(page.getByText(say.phoneState)).toBeVisible()
        await expectSound(page)
      })

      await test.step('the VIP sign-in shows the tiers beside the form, and leads in', async () => {
        await page.goto('/login_vip')
        await expect(page.getByRole('region', { name: say.offers }).getByRole('link')).toHaveCount(7)
        await expectSound(page)
        await page.goto('/suixinyou')
        await page.getByRole('main').getByRole('link', { name: words[language].signIn, exact: true }).click()
        await page.getByLabel(words[language].account, { exact: true }).fill('lin@ep.test')
        await page.getByLabel(words[language].password, { exact: true }).fill(password)
        await page.keyboard.press('Enter')
        await expect(page.getByText(say.unbound)).toBeVisible()
        await inNavigation(say.tiers).click()
        await expect(page.getByText(say.yours, { exact: true })).toHaveCount(1)
        await expectSound(page)
      })
    })
  })
}
