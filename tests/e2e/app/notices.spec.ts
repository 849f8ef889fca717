/** Where what is said briefly stands: in one place, over none of what it might be pressed instead of. */
import type { Locator, Page } from '@playwright/test'
import { expect, testOverShared as test } from '../gateway'
import { password, signIn, speak } from '../shell'

const words = {
  'zh-CN': {
    notices: '通知',
    deleted: '已删除 1 封邮件',
    sort: /^排序：/,
    perPage: '每页 20 封',
    pager: '翻页',
    write: '写信',
    composer: /^写信：/,
  },
  'en-US': {
    notices: 'Notices',
    deleted: '1 message deleted',
    sort: /^Sort: /,
    perPage: '20 on a page',
    pager: 'Pages',
    write: 'Write',
    composer: /^Write: /,
  },
} as const

const sizes = [
  { width: 1440, height: 900 },
  { width: 1024, height: 768 },
  { width: 390, height: 844 },
  { width: 320, height: 640 },
] as const

test.beforeAll(async ({ gateway }) => {
  const addresses = ['notice-zh@ep.test', 'notice-en@ep.test']
  await Promise.all(addresses.map((address) => gateway.addAccount(address, password)))
  for (let at = 0; at < 32; at += 1)
    await gateway.deliver({ from: 'wang@example.cn', to: addresses, subject: `Notice ${at}`, text: 'A line.' })
})

async function boxOf(locator: Locator) {
  const box = await locator.boundingBox()
  if (box === null) throw new Error(`${locator} is not in sight`)
  return box
}

/** Whether two elements lie over each other by a pixel or more. */
async function overlap(one: Locator, other: Locator): Promise<boolean> {
  const [a, b] = await Promise.all([boxOf(one), boxOf(other)])
  const apart = a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y
  return !apart
}

for (const { language, name } of [
  { language: 'zh-CN', name: 'zh' },
  { language: 'en-US', name: 'en' },
] as const) {
  const say = words[language]

  test.describe(language, () => {
    test.use({ locale: language })

    test(`a notice lies over no pager, quota, Write button or composer (${language})`, { tag: '@all' }, async ({
      page,
    }) => {
      test.setTimeout(120_000)
      await speak(page, language)
      await signIn(page, `notice-${name}@ep.test`, language)
      await page.getByRole('button', { name: say.sort }).click()
      await page.getByRole('menuitem', { name: say.perPage }).click()
      await expect(page.getByRole('navigation', { name: say.pager })).toBeVisible()
      const notice = page.locator('.ep-notice')

      const deleteOne = async (of: Page) => {
        await of.getByRole('row').first().focus()
        await of.keyboard.press('#')
        await expect(notice).toHaveCount(1)
        await expect(of.getByRole('region', { name: say.notices }).getByText(say.deleted)).toBeVisible()
        const box = await boxOf(notice)
        const size = of.viewportSize()
        expect(box.x).toBeGreaterThanOrEqual(0)
        expect(box.x + box.width).toBeLessThanOrEqual(size?.width ?? 0)
        expect(box.y + box.height).toBeLessThanOrEqual(size?.height ?? 0)
      }

      for (const size of sizes) {
        await test.step(`at ${size.width} px`, async () => {
          await page.setViewportSize(size)
          await page.goto('/receive')
          await expect(page.getByRole('row').first()).toBeVisible()
          await deleteOne(page)
          const pager = page.getByRole('navigation', { name: say.pager })
          expect(await overlap(notice, pager)).toBe(false)
          if (size.width === 1440) {
            // The Tab key goes through the notice and on.
            const buttons = notice.getByRole('button')
            await buttons.first().focus()
            await page.keyboard.press('Tab')
            await expect(buttons.last()).toBeFocused()
            await page.keyboard.press('Tab')
            await expect(notice.locator(':focus')).toHaveCount(0)
            await expect(page.getByRole('separator')).not.toBeFocused()
          }
          if (size.width > 800) expect(await overlap(notice, page.locator('.layout-quota'))).toBe(false)
          if (size.width > 600) return
          const write = page.getByRole('link', { name: say.write, exact: true })
          expect(await overlap(notice, write)).toBe(false)
          // Page 2 is within reach of a finger.
          for (const button of await pager.getByRole('button').all()) expect(await overlap(button, write)).toBe(false)
        })
      }

      await test.step('beside one composer, above two', async () => {
        await page.setViewportSize({ width: 1440, height: 900 })
        await page.goto('/receive')
        await expect(page.getByRole('row').first()).toBeVisible()
        for (const count of [1, 2]) {
          await page.getByRole('button', { name: say.write, exact: true }).click()
          const composers = page.getByRole('dialog', { name: say.composer })
          await expect(composers).toHaveCount(count)
          await deleteOne(page)
          for (const composer of await composers.all()) expect(await overlap(notice, composer)).toBe(false)
          expect(await overlap(notice, page.getByRole('navigation', { name: say.pager }))).toBe(false)
        }
      })
    })
  })
}
