/** How many messages the list shows by its density; keys and scroll positions go by the same rows. */
import type { Page } from '@playwright/test'
import { expect, testOverShared as test } from '../gateway'
import { ask, password, signIn, speak } from '../shell'

const densities = [
  { density: 'compact', rows: 20 },
  { density: 'cozy', rows: 13 },
  { density: 'comfortable', rows: 8 },
] as const

const sizes = [
  { width: 1440, height: 900 },
  { width: 1024, height: 768 },
  { width: 390, height: 844 },
] as const

test.beforeAll(async ({ gateway }) => {
  const addresses = ['dense-zh@ep.test', 'dense-en@ep.test']
  await Promise.all(addresses.map((address) => gateway.addAccount(address, password)))
  for (let at = 0; at < 60; at += 1) {
    const attachments = at % 3 === 0 ? [{ filename: 'a.txt', content: 'a' }] : []
    const subject = `A subject that is longer than a narrow list has room for ${at}`
    await gateway.deliver({
      from: 'Wang Li-Ming <wang@example.cn>',
      to: addresses,
      subject,
      text: 'A line.',
      attachments,
    })
  }
})

/** Rows of which all can be seen, and whatever of a row lies over another part of it. */
function look(page: Page) {
  return page.locator('.mailbox-scroll').evaluate((list) => {
    const { top, bottom } = list.getBoundingClientRect()
    const rows = [...list.querySelectorAll('tr')]
    const boxOf = (row: Element, part: string) => row.querySelector(part)?.getBoundingClientRect()
    const crossed = rows.filter((row) => {
      const [people, subject, marks] = ['people', 'subject', 'marks'].map((part) => boxOf(row, `.mailbox-row-${part}`))
      if (people === undefined || subject === undefined || marks === undefined) return true
      const isBeside = subject.top < marks.bottom && subject.bottom > marks.top
      return people.right > marks.left || (isBeside && subject.right > marks.left)
    })
    const seen = rows.filter((row) => {
      const box = row.getBoundingClientRect()
      return box.top >= top - 0.5 && box.bottom <= bottom + 0.5
    })
    return { seen: seen.length, crossed: crossed.length }
  })
}

for (const { language, name } of [
  { language: 'zh-CN', name: 'zh' },
  { language: 'en-US', name: 'en' },
] as const) {
  test.describe(language, () => {
    test.use({ locale: language })

    test(`the list has room for 20, 13 and 8 messages by its density (${language})`, { tag: '@all' }, async ({
      page,
    }) => {
      test.setTimeout(120_000)
      await speak(page, language)
      await signIn(page, `dense-${name}@ep.test`, language)
      for (const { density, rows } of densities) {
        await test.step(density, async () => {
          await ask(page, 'settings/change.action', { density })
          for (const size of sizes) {
            await page.setViewportSize(size)
            await page.goto('/receive')
            await expect(page.locator(`.mailbox-grid-${density} tr`).first()).toBeVisible()
            const { seen, crossed } = await look(page)
            expect(crossed).toBe(0)
            if (size.width === 1440) expect(seen).toBeGreaterThanOrEqual(rows)
            // The next density has no reason to be, where this one shows as many.
            if (size.width === 1440) expect(seen).toBeLessThanOrEqual(rows + 1)
          }
          await page.setViewportSize({ width: 1440, height: 900 })
          const scroller = page.locator('.mailbox-scroll')
          const focused = page.getByRole('row').and(page.locator(':focus'))
          await page.getByRole('row').first().focus()
          await page.keyboard.press('PageDown')
          await page.keyboard.press('PageDown')
          await expect(focused).toBeInViewport({ ratio: 1 })
          const at = await scroller.evaluate((list) => list.scrollTop)
          expect(at).toBeGreaterThan(0)
          await page.keyboard.press('g')
          await page.keyboard.press('s')
          await page.waitForURL('**/sent')
          await page.goBack()
          await expect(page.getByRole('row').first()).toBeVisible()
          await expect.poll(() => scroller.evaluate((list) => list.scrollTop)).toBe(at)
        })
      }
      await test.step('a row that is given the focus shows a ring after a key, and none after a press', async () => {
        await page.goto('/receive')
        const focused = page.getByRole('row').and(page.locator(':focus'))
        const row = page.getByRole('row').nth(2)
        await row.hover()
        await row.locator('.mailbox-row-actions button').first().click()
        await page.mouse.move(1_000, 500)
        await expect(focused).toHaveCSS('outline-style', 'none')
        await expect(focused.locator('.mailbox-row-date')).toBeVisible()
        await page.keyboard.press('#')
        await expect(focused).toHaveCSS('outline-style', 'solid')
      })
      await test.step('a conversation has the row of a message', async () => {
        await ask(page, 'settings/change.action', { grouping: 'conversations', density: 'cozy' })
        await page.goto('/receive')
        await expect(page.locator('.mailbox-grid-cozy tr').first()).toBeVisible()
        expect(
          await page
            .locator('tr')
            .first()
            .evaluate((row) => row.getBoundingClientRect().height),
        ).toBe(56)
      })
    })
  })
}
