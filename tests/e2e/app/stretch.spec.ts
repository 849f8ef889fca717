/** A language that there is not: longer, accented and in brackets, so that whatever does not stretch, or is written in no language file, is seen. */
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { expect, testOverShared as test } from '../gateway'
import { password, speak } from '../shell'

type Texts = { readonly [key: string]: string | Texts }

const accents: Readonly<Record<string, string>> = { a: 'á', e: 'é', i: 'î', o: 'ö', u: 'ü', A: 'Å', E: 'É', O: 'Ø' }

/** Placeholders stay as they are; the rest gets accents and a third more. */
function stretched(text: string): string {
  const words = text
    .split(/(\{\{.*?\}\})/)
    .map((part) => (part.startsWith('{{') ? part : part.replace(/[aeiouAEO]/g, (letter) => accents[letter] ?? letter)))
    .join('')
  return `⟦${words}${'~'.repeat(Math.ceil(text.replace(/\{\{.*?\}\}/g, '').length / 3))}⟧`
}

function pseudo(texts: Texts): Texts {
  return Object.fromEntries(
    Object.entries(texts).map(([key, value]) => [key, typeof value === 'string' ? stretched(value) : pseudo(value)]),
  )
}

/** The built files of the English texts answer with the stretched ones. */
async function stretch(page: Page): Promise<void> {
  // Written by the build itself.
  const manifest = JSON.parse(readFileSync('dist/app/.vite/manifest.json', 'utf8')) as Record<string, { file: string }>
  for (const [source, { file }] of Object.entries(manifest)) {
    if (!source.startsWith('locales/en-US/')) continue
    // Our own files, compared with the other language by a test of the house.
    const texts = JSON.parse(readFileSync(source, 'utf8')) as Texts
    const body = `export default ${JSON.stringify(pseudo(texts))}`
    await page.route(`**/${file}`, (route) => route.fulfill({ contentType: 'text/javascript', body }))
  }
}

/** Texts of ours that are cut off without an ellipsis that says so, or that stand beyond the window. */
function cutOff(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    return [...document.querySelectorAll<HTMLElement>('#root *')].flatMap((element) => {
      const own = [...element.childNodes].some((node) => node.nodeType === 3 && (node.textContent ?? '').includes('⟧'))
      const { width, height, right } = element.getBoundingClientRect()
      if (!own || width <= 2 || height <= 2 || !element.checkVisibility({ visibilityProperty: true })) return []
      const { overflowX, textOverflow } = getComputedStyle(element)
      const isCut =
        /hidden|clip/.test(overflowX) && textOverflow !== 'ellipsis' && element.scrollWidth > element.clientWidth + 1
      // A toolbar scrolls where it must; whatever else holds it cuts it off.
      const around = element.closest('aside, main, nav, dialog')?.getBoundingClientRect().right ?? window.innerWidth
      const isBeyond = right > Math.min(window.innerWidth, around) + 1 && element.closest('[role="toolbar"]') === null
      return isCut || isBeyond ? [`${element.className || element.tagName}: ${element.textContent}`] : []
    })
  })
}

const pages = ['/receive', '/mainPage', '/writeMail', '/search', '/dataRecover', '/draft', 'mail']
/** Those that show the app itself. */
const guide = ['/notifications', '/icons', '/maps', '/typography', '/testPage']

test.beforeAll(async ({ gateway }) => {
  await gateway.addAccount('stretch@ep.test', password)
  await gateway.deliver({ from: 'anna@example.com', to: 'stretch@ep.test', subject: 'Sound', text: 'A line.' })
})

test('longer words find room on every main page, and no words stand outside the language files (en-US)', async ({
  page,
}) => {
  test.setTimeout(240_000)
  await speak(page, 'en-US')
  await stretch(page)
  await page.goto('/login')
  await page.locator('input').first().fill('stretch@ep.test')
  await page.locator('input[type="password"]').fill(password)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/receive')
  for (const width of [1440, 600, 390, 320]) {
    await page.setViewportSize({ width, height: 800 })
    for (const path of [...pages, ...guide]) {
      if (path === 'mail') {
        await page.goto('/receive')
        await page.getByRole('row').first().click()
        await expect(page.getByRole('heading', { name: 'Sound' })).toBeVisible()
      } else await page.goto(path)
      await expect(page.locator('main, h1').first()).toBeVisible()
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
      await expect(page.getByText('⟧').first()).toBeAttached()
      expect(await cutOff(page), `${path} at ${width} px`).toEqual([])
      const beyond = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      expect(beyond, `${path} at ${width} px`).toBeLessThanOrEqual(0)
    }
  }
})
