/** Phones and narrow windows: no route scrolls sideways, rows are swept, the list is pulled, menus are sheets, and paper shows the page alone. */
import type { Page } from '@playwright/test'
import { expect, testOverShared as test } from '../gateway'
import { password, signIn, speak } from '../shell'
import { doors, goWithin, within } from './everyRoute'

const words = {
  'zh-CN': {
    unread: /^未读/,
    archived: '已归档 1 封邮件',
    deleted: '已删除 1 封邮件',
    undo: '撤销',
    done: '完成',
    notices: '通知',
    menu: /^账户菜单/,
    open: '打开菜单',
  },
  'en-US': {
    unread: /^unread/i,
    archived: '1 message archived',
    deleted: '1 message deleted',
    undo: 'Undo',
    done: 'Done',
    notices: 'Notices',
    menu: /^Account menu/,
    open: /menu/i,
  },
} as const

test.beforeAll(async ({ gateway }) => {
  for (const name of ['small-zh', 'small-en']) {
    await gateway.addAccount(`${name}@ep.test`, password)
    const mail = { from: 'Anna <anna@example.com>', to: `${name}@ep.test`, text: 'A line.' }
    for (let at = 0; at < 12; at += 1) await gateway.deliver({ ...mail, subject: `Notice ${at}` })
    await gateway.deliver({ ...mail, from: 'محمد <m@example.com>', subject: 'مرحبا (Q3)', text: 'السلام عليكم' })
  }
})

/** A finger that goes from one place to another. */
async function drag(page: Page, from: { x: number; y: number }, to: { x: number; y: number }): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: { x: number; y: number }[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: points })
  await touch('touchStart', [from])
  for (let step = 1; step <= 8; step += 1)
    await touch('touchMove', [{ x: from.x + ((to.x - from.x) * step) / 8, y: from.y + ((to.y - from.y) * step) / 8 }])
  await touch('touchEnd', [])
  await session.detach()
}

const beyond = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)

for (const { language, name } of [
  { language: 'zh-CN', name: 'zh' },
  { language: 'en-US', name: 'en' },
] as const) {
  const say = words[language]

  test.describe(language, () => {
    test.use({ locale: language, viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

    test(`a finger sweeps rows and pulls the list (${language})`, { tag: '@all' }, async ({ page }) => {
      await speak(page, language)
      const watched = page.waitForResponse(/watchTouch/)
      await signIn(page, `small-${name}@ep.test`, language)
      await (await watched).finished()
      const row = (subject: string) =>
        page
          .getByRole('row')
          .filter({ has: page.locator('.mailbox-row-subject', { hasText: new RegExp(`^${subject}( |$)`) }) })
      const middle = async (subject: string) => {
        const box = await row(subject).boundingBox()
        if (box === null) throw new Error(`${subject} is not in sight`)
        return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
      }
      await expect(row('Notice 11')).toBeVisible()

      await test.step('to the left it is archived, farther it is deleted, with Undo', async () => {
        for (const [way, said] of [
          [150, say.archived],
          [260, say.deleted],
        ] as const) {
          const at = await middle('Notice 11')
          await drag(page, { x: 370, y: at.y }, { x: 370 - way, y: at.y })
          await expect(page.getByText(said, { exact: true }).last()).toBeVisible()
          await expect(row('Notice 11')).toHaveCount(0)
          await expect(page).toHaveURL(/\/receive$/)
          await page.getByRole('button', { name: say.undo }).last().click()
          await expect(row('Notice 11')).toBeVisible()
        }
      })

      await test.step('to the right it is read; a little is nothing', async () => {
        await expect(row('Notice 10')).toHaveAccessibleName(say.unread)
        const at = await middle('Notice 10')
        await drag(page, at, { x: at.x + 40, y: at.y })
        await expect(row('Notice 10')).toHaveAccessibleName(say.unread)
        await drag(page, at, { x: at.x + 150, y: at.y })
        await expect(row('Notice 10')).not.toHaveAccessibleName(say.unread)
        await expect(page).toHaveURL(/\/receive$/)
      })

      await test.step('held, it is selected, and the picture of another selects that', async () => {
        const session = await page.context().newCDPSession(page)
        const at = await middle('Notice 9')
        await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [at] })
        await expect(row('Notice 9')).toHaveAttribute('aria-selected', 'true')
        await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
        await session.detach()
        await expect(page.getByRole('menu')).toHaveCount(0)
        await expect(page).toHaveURL(/\/receive$/)
        await expect(row('Notice 9')).toHaveAttribute('aria-selected', 'true')
        await page.getByRole('button', { name: say.done, exact: true }).tap()
        await expect(row('Notice 9')).toHaveAttribute('aria-selected', 'false')
        await row('Notice 8').locator('.mailbox-row-face').tap()
        await expect(row('Notice 8')).toHaveAttribute('aria-selected', 'true')
        await expect(page).toHaveURL(/\/receive$/)
        await page.getByRole('button', { name: say.done, exact: true }).tap()
      })

      await test.step('up and down still scrolls, and pulled down at the top it is read anew', async () => {
        const list = page.locator('.mailbox-scroll')
        await drag(page, { x: 200, y: 600 }, { x: 200, y: 200 })
        await expect.poll(() => list.evaluate((element) => element.scrollTop)).toBeGreaterThan(50)
        // What the finger set going rolls on for a while.
        await expect(async () => {
          await list.evaluate((element) => element.scrollTo({ top: 0 }))
          const asked = page.waitForRequest('**/webmail/query/queryfolder2.action', { timeout: 3_000 })
          await drag(page, { x: 200, y: 250 }, { x: 200, y: 450 })
          await asked
        }).toPass()
        await expect(page.getByRole('region', { name: say.notices }).getByRole('button')).toHaveCount(0)
      })

      await test.step('words from right to left stand in order, isolated from the page', async () => {
        const subject = row('مرحبا').locator('bdi.mailbox-row-subject')
        await expect(subject).toHaveCSS('direction', 'rtl')
        await expect(subject).toHaveCSS('text-align', 'left')
        await row('مرحبا').tap()
        const heading = page.getByRole('heading', { level: 1 })
        await expect(heading).toContainText('مرحبا')
        const text = page.locator('iframe.mail-frame').contentFrame().locator('body > div')
        await expect(text).toHaveCSS('direction', 'rtl')
        await expect(page.locator('html')).not.toHaveCSS('direction', 'rtl')
      })

      await test.step('a menu is a sheet with room for a thumb', async () => {
        await page.getByRole('button', { name: say.menu }).tap()
        const menu = page.getByRole('menu')
        await expect(menu).toBeVisible()
        const box = await menu.boundingBox()
        expect(Math.round((box?.y ?? 0) + (box?.height ?? 0))).toBe(844)
        expect(box?.width).toBe(390)
        const small = await page
          .getByRole('menuitem')
          .evaluateAll((items) =>
            items.map((item) => item.getBoundingClientRect().height).filter((height) => height < 44),
          )
        expect(small).toEqual([])
        await page.keyboard.press('Escape')
      })
    })

    test(`nothing scrolls sideways or is lost on the way from 1440 to 320 px (${language})`, { tag: '@all' }, async ({
      page,
    }) => {
      test.setTimeout(120_000)
      await speak(page, language)
      await page.setViewportSize({ width: 320, height: 640 })
      await page.goto('/login')
      for (const door of doors) {
        await goWithin(page, door, language)
        expect(await beyond(page), door.path).toBeLessThanOrEqual(0)
      }
      await page.setViewportSize({ width: 390, height: 844 })
      await signIn(page, `small-${name}@ep.test`, language)
      for (const { width, height } of [
        { width: 844, height: 390 },
        { width: 800, height: 900 },
        { width: 601, height: 900 },
        { width: 450, height: 900 },
        { width: 320, height: 640 },
      ]) {
        await page.setViewportSize({ width, height })
        expect(await beyond(page), `${width} px`).toBeLessThanOrEqual(0)
        const side = page.getByRole('complementary')
        await expect(side).toHaveCount(width > 800 ? 1 : 0)
        await expect(page.getByRole('navigation').filter({ has: page.locator('.layout-tab') })).toHaveCount(
          width > 600 ? 0 : 1,
        )
        if (width > 800) continue
        await page.getByRole('button', { name: say.open }).first().click()
        await expect(page.getByRole('dialog').getByRole('complementary')).toBeVisible()
        await page.keyboard.press('Escape')
        await expect(page.getByRole('dialog')).toHaveCount(0)
      }
      for (const place of within) {
        await goWithin(page, place, language)
        expect(await beyond(page), place.path).toBeLessThanOrEqual(0)
      }
      await page.goto('/receive')
      await expect(page.getByRole('row').first()).toBeVisible()
      await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
      await expect(page.getByRole('navigation')).toHaveCount(0)
      await expect(page.getByRole('row').first()).toBeVisible()
      await expect(page.locator('body')).toHaveCSS('color', 'rgb(31, 39, 51)')
    })
  })
}
