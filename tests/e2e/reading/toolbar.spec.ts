/** The toolbar of the reader keeps its words where there is room; a phone has the answers below. */
import { expect, testOverShared as test } from '../gateway'
import { expectSound, password, signIn, speak } from '../shell'

const words = {
  'zh-CN': { reply: '回复', replyAll: '回复全部', forward: '转发', delete: '删除', back: '返回', more: '更多' },
  'en-US': { reply: 'Reply', replyAll: 'Reply all', forward: 'Forward', delete: 'Delete', back: 'Back', more: 'More' },
} as const

test.beforeAll(async ({ gateway }) => {
  await gateway.addAccount('toolbar@ep.test', password)
  const mail = { from: 'Anna <anna@example.com>', to: 'toolbar@ep.test', text: 'A line.' }
  await gateway.deliver({ ...mail, subject: 'Older' })
  await gateway.deliver({ ...mail, subject: 'Newer' })
})

for (const language of ['zh-CN', 'en-US'] as const) {
  const say = words[language]
  const answers = [say.reply, say.replyAll, say.forward]

  test(`its words are seen on a laptop, and fall away from the right (${language})`, { tag: '@all' }, async ({
    page,
  }) => {
    await speak(page, language)
    await signIn(page, 'toolbar@ep.test', language)
    await page.getByRole('row', { name: /Newer/ }).click()
    const bar = page.getByRole('article').getByRole('toolbar')
    await expect(bar.getByRole('button', { name: say.reply, exact: true })).toBeEnabled()
    const shown = () =>
      bar
        .locator('.reading-action-label')
        .evaluateAll((labels) => labels.map((label) => label.getBoundingClientRect().width > 1))
    const fits = () => bar.evaluate((it) => it.scrollWidth <= it.clientWidth)
    for (const width of [1440, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      for (const name of [...answers, say.delete])
        await expect
          .poll(async () => (await bar.getByText(name, { exact: true }).boundingBox())?.width, `${name} at ${width}`)
          .toBeGreaterThan(12)
      expect(await fits()).toBe(true)
    }
    for (let width = 1440; width >= 1120; width -= 40) {
      await page.setViewportSize({ width, height: 800 })
      await expect.poll(fits, `${width} px`).toBe(true)
      const seen = await shown()
      expect(seen, `${width} px`).toEqual([...seen].sort((one, other) => Number(other) - Number(one)))
    }
    await expectSound(page)
  })

  test(`on a phone the answers stand at the bottom, and the tab bar is gone (${language})`, { tag: '@all' }, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await speak(page, language)
    await signIn(page, 'toolbar@ep.test', language)
    await expect(page.locator('.layout-phone')).toBeVisible()
    await page.getByRole('row', { name: /Newer/ }).click()
    const bar = page.getByRole('article').getByRole('toolbar')
    await expect(page.locator('.layout-phone')).toHaveCount(0)
    for (const name of answers) {
      const box = await bar.getByRole('button', { name, exact: true }).boundingBox()
      expect(box?.height, name).toBeGreaterThanOrEqual(44)
      expect((box?.y ?? 0) + (box?.height ?? 0), name).toBeGreaterThan(840)
    }
    const above = [
      bar.getByRole('link', { name: say.back }),
      bar.getByRole('button', { name: say.delete, exact: true }),
      bar.getByRole('button', { name: say.more, exact: true }),
    ]
    for (const target of above) {
      const box = await target.boundingBox()
      expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44)
      expect(box?.y).toBeLessThan(130)
    }
    await expect(bar.getByRole('button')).toHaveCount(5)
    await expectSound(page)
    await bar.getByRole('button', { name: say.reply, exact: true }).click()
    await expect(page).toHaveURL(/\/receive\/writeMail\?.*mode=reply/)
  })
}
