/** The second visit: the list as it was stands before the app's own code is there, and nobody else is shown it. */
import type { Locator, Page } from '@playwright/test'
import { expect, testOverShared as test } from '../gateway'
import { password, signIn, speak, type Tongue } from '../shell'

const phrases = {
  'zh-CN': { name: 'zh', account: /^账户菜单/, exit: '退出登录', inbox: '收件箱' },
  'en-US': { name: 'en', account: /^Account menu/, exit: 'Sign out', inbox: 'Inbox' },
} as const

const kept = (page: Page) => page.evaluate(() => localStorage.getItem('ep_formerSight') ?? '')

/** Where everything stands that can be seen. */
const places = (desk: Locator) =>
  desk.evaluate((top) =>
    [...top.querySelectorAll('*')]
      .filter((element) => element.getClientRects().length > 0)
      .map((element) => {
        const { x, y, width, height } = element.getBoundingClientRect()
        return `${element.localName}.${element.getAttribute('class')} ${[x, y, width, height].map(Math.round).join(' ')}`
      }),
  )

/** The app's own code does not come until it is let. */
async function holdApp(page: Page): Promise<() => void> {
  let letGo = () => {}
  const isLet = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route(/\/assets\/index-.*\.js/, async (route) => {
    await isLet
    await route.continue()
  })
  return () => letGo()
}

for (const language of ['zh-CN', 'en-US'] satisfies Tongue[]) {
  test.describe(language, () => {
    test.use({ locale: language })

    test(`the list as it was opens the next visit, ${language}`, { tag: '@all' }, async ({
      page,
      context,
      gateway,
    }) => {
      const say = phrases[language]
      const lin = `lin-sight-${say.name}@ep.test`
      const wang = `wang-sight-${say.name}@ep.test`
      for (const address of [lin, wang]) await gateway.addAccount(address, password, 'soho', 'Lin')
      await gateway.deliver({ from: 'chen@example.cn', to: lin, subject: 'For Lin', text: 'Words.' })
      await speak(page, language)
      await signIn(page, lin, language)
      await expect(page.getByRole('row', { name: /For Lin/ })).toBeVisible()
      await expect.poll(() => kept(page)).toContain('For Lin')

      await test.step('drawn without any code, styled, deaf, and then the app’s own', async () => {
        const before = await places(page.locator('#root .layout-root'))
        const again = await context.newPage()
        const goOn = await holdApp(again)
        await again.goto('/receive', { waitUntil: 'commit' })
        const sight = again.locator('#former-sight')
        await expect(sight.getByText('For Lin')).toBeVisible()
        await expect(again.getByRole('row')).toHaveCount(0)
        // To the eye it is the list itself.
        expect(await places(sight.locator('.layout-root'))).toEqual(before)
        goOn()
        await expect(again.getByRole('row', { name: /For Lin/ })).toBeVisible()
        await expect(sight).toHaveCount(0)
        await expect(again.getByRole('heading', { name: say.inbox })).toBeVisible()
        await again.close()
      })

      await test.step('another page than the list is not covered by it', async () => {
        const other = await context.newPage()
        const goOn = await holdApp(other)
        await other.goto('/sent', { waitUntil: 'commit' })
        await expect(other.locator('.ep-first-sight')).toBeVisible()
        await expect(other.locator('#former-sight')).toHaveCount(0)
        goOn()
        await other.close()
      })

      await test.step('S18: after signing out nothing of it is left, and the next person sees nothing of it', async () => {
        const other = await context.newPage()
        const goOn = await holdApp(other)
        await other.goto('/receive', { waitUntil: 'commit' })
        await expect(other.locator('#former-sight').getByText('For Lin')).toBeVisible()
        await page.getByRole('button', { name: say.account }).click()
        await page.getByRole('menuitem', { name: say.exit }).click()
        await page.waitForURL((url) => !url.pathname.startsWith('/receive'))
        expect(await kept(page)).toBe('')
        await expect(other.locator('#former-sight')).toHaveCount(0)
        goOn()
        await other.waitForURL('**/login**')
        await expect(other.getByText('For Lin')).toHaveCount(0)
        await other.close()
        await signIn(page, wang, language)
        await page.reload()
        await expect(page.getByRole('heading', { name: say.inbox })).toBeVisible()
        await expect(page.getByText('For Lin')).toHaveCount(0)
      })
    })
  })
}
