/** Every skin in light and dark: axe finds nothing on six pages, a choice shows at once and is there before the first paint. */
import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { settings } from '#contract/settings'
import { expect, testOverShared as test } from '../gateway'
import { faultsOf, password, signIn, speak, type Tongue } from '../shell'

const looks = settings.skin.values.flatMap((skin) => (['light', 'dark'] as const).map((mode) => ({ skin, mode })))
const contrast = ['color-contrast']
const login = '/login'
const reader = 'the reader'
const pages = ['/receive', '/mainPage', '/writeMail', '/search', '/draft']

test.beforeAll(async ({ gateway }) => {
  for (const name of ['skins-zh', 'skins-en']) {
    await gateway.addAccount(`${name}@ep.test`, password)
    for (const [at, subject] of ['Read', 'Sound'].entries())
      await gateway.deliver({
        from: 'Anna <anna@example.com>',
        to: `${name}@ep.test`,
        subject,
        html: `<p>Hello ${at}</p><img src="https://tracker.example/x.png" alt="">`,
        attachments: [{ filename: 'a.pdf', content: 'a' }],
      })
  }
})

/** The contrasts of the next two looks, so that some page has each; in English, where there is time, all rules in all of them. */
async function expectReadable(page: Page, place: string, language: Tongue): Promise<void> {
  const at = [login, reader, ...pages].indexOf(place) * 2
  const isBrief = language === 'zh-CN'
  for (const look of isBrief ? [...looks, ...looks].slice(at % looks.length, (at % looks.length) + 2) : looks) {
    await page.evaluate((detail) => void window.dispatchEvent(new CustomEvent('ep-skin', { detail })), look)
    // Parts that a library draws take the look up with the next drawing.
    await expect
      .poll(() => (place === reader ? withFrames(page, isBrief) : faultsOf(page, isBrief ? contrast : [])), {
        message: `${place}, ${look.skin} in ${look.mode}`,
      })
      .toEqual([])
  }
}

/** With what a mail's frame shows, and our own sheet in it. */
async function withFrames(page: Page, isBrief: boolean): Promise<readonly string[]> {
  const axe = new AxeBuilder({ page }).setLegacyMode(true)
  const { violations } = await (isBrief ? axe.withRules(contrast) : axe).analyze()
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`))
}

for (const { language, name, menu, star } of [
  { language: 'zh-CN', name: 'zh', menu: '皮肤', star: '星夜' },
  { language: 'en-US', name: 'en', menu: 'Skin', star: 'Star' },
] as const) {
  test(`every skin can be read, in light and dark, and is there at the first paint (${language})`, {
    tag: '@all',
  }, async ({ page }) => {
    test.setTimeout(300_000)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await speak(page, language)
    await page.goto(login)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectReadable(page, login, language)
    await signIn(page, `skins-${name}@ep.test`, language)

    await test.step('chosen from the top bar, it shows at once', async () => {
      await page.getByRole('button', { name: menu, exact: true }).click()
      await page.getByRole('menuitemradio', { name: star }).click()
      await expect(page.locator('html')).toHaveAttribute('data-skin', 'star')
      await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(18, 22, 42)')
      await expect(page.locator('html')).toHaveCSS('color-scheme', 'dark')
      await expect(page.locator('meta[name="theme-color"]')).toHaveAttribute('content', '#1a2038')
    })

    await test.step('after a reload it is there before anything is painted', async () => {
      await page.addInitScript(() => {
        new MutationObserver((_changes, observer) => {
          if (document.documentElement?.dataset.skin === undefined) return
          observer.disconnect()
          performance.mark('ep-skinned')
        }).observe(document, { subtree: true, attributes: true })
      })
      await page.reload()
      await expect(page.getByRole('row').first()).toBeVisible()
      const { skinned, painted } = await page.evaluate(() => ({
        skinned: performance.getEntriesByName('ep-skinned')[0]?.startTime ?? Number.POSITIVE_INFINITY,
        painted: performance.getEntriesByName('first-paint')[0]?.startTime ?? 0,
      }))
      expect(skinned).toBeLessThan(painted)
      await expect(page.locator('html')).toHaveAttribute('data-skin', 'star')
    })

    await page.getByRole('row', { name: /Sound/ }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Sound' })).toBeVisible()
    await expect(page.locator('iframe.mail-frame').contentFrame().getByText('Hello')).toBeVisible()
    await page.getByRole('row').last().hover()
    await expectReadable(page, reader, language)
    for (const path of pages) {
      await page.goto(path)
      await expect(page.locator('main').first()).toBeVisible()
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
      await expectReadable(page, path, language)
    }
  })
}
