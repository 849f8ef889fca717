/** The list: read, filed, found and answered with the keyboard alone, whole folders at once, and rows by the pointer, in both languages. */
import type { Route } from '@playwright/test'
import { expect, testOverShared as test } from '../gateway'
import { expectSound, password, signIn, speak } from '../shell'
import { listWords } from './listTexts'

const filler = 21
const named = ['Offer', 'Minutes', 'Invoice'] as const
const count = filler + named.length

test.beforeAll(async ({ gateway }) => {
  const addresses = ['keys-zh', 'keys-en', 'list-zh', 'list-en'].map((name) => `${name}@ep.test`)
  await Promise.all(addresses.map((address) => gateway.addAccount(address, password)))
  const mail = { from: 'Wang Li <wang@example.cn>', to: addresses }
  await Promise.all(
    Array.from({ length: filler }, (_, at) => gateway.deliver({ ...mail, subject: `Notice ${at}`, text: 'A line.' })),
  )
  for (const subject of named) {
    const attachments = subject === 'Offer' ? [{ filename: 'offer.txt', content: 'a' }] : []
    await gateway.deliver({ ...mail, subject, text: 'A line.', attachments })
  }
})

for (const { language, name } of [
  { language: 'zh-CN', name: 'zh' },
  { language: 'en-US', name: 'en' },
] as const) {
  const say = listWords[language]

  test.describe(language, () => {
    test.use({ locale: language })

    test('mail is read, filed, found and answered with keys alone', async ({ page }) => {
      const row = (subject: string, marks?: string) => page.getByRole('row', { name: say.row(subject, marks) })
      const toast = (words: string) => page.getByRole('region', { name: say.notices }).getByText(words, { exact: true })
      const press = (key: string) => page.keyboard.press(key)
      await speak(page, language)
      await signIn(page, `keys-${name}@ep.test`, language)
      await expect(row('Invoice')).toBeVisible()
      await expect(row('Offer', say.attached)).toBeVisible()

      await test.step('j, k, x and Shift walk and select', async () => {
        await press('j')
        await expect(row('Invoice')).toBeFocused()
        await press('j')
        await expect(row('Minutes')).toBeFocused()
        await press('x')
        await press('Shift+ArrowDown')
        await expect(page.getByRole('row', { selected: true })).toHaveCount(2)
        await expect(page.getByText(say.selected(2), { exact: true })).toBeVisible()
        await expect(page.getByRole('checkbox', { name: say.header })).toBeChecked({ indeterminate: true })
        await expectSound(page)
        await press('Escape')
        await press('k')
        await expect(page.getByRole('row', { selected: true })).toHaveCount(0)
        await expect(row('Minutes')).toBeFocused()
      })

      await test.step('s, u and Shift+U mark', async () => {
        await press('s')
        await expect(row('Minutes', say.flagged)).toBeFocused()
        await press('Shift+U')
        await expect(row('Minutes', say.flaggedRead)).toBeFocused()
        await press('u')
        await press('s')
        await expect(row('Minutes')).toBeFocused()
      })

      await test.step('#, ! and e file, z takes it back', async () => {
        for (const { key, said } of [
          { key: '#', said: say.deleted },
          { key: '!', said: say.junked },
        ]) {
          await press(key)
          await expect(toast(said)).toBeVisible()
          await expect(row('Minutes')).toHaveCount(0)
          await expect(page.getByRole('row').and(page.locator(':focus'))).toHaveCount(1)
          await press('z')
          await expect(row('Minutes')).toBeVisible()
          // Mails of one second stand as they came into the folder, where a mail server keeps them: no arrow is sure to find it.
          await row('Minutes').focus()
        }
        await press('v')
        await expect(page.getByRole('dialog', { name: say.picker })).toBeVisible()
        await expect(page.getByRole('combobox', { name: say.find })).toBeFocused()
        await page.keyboard.insertText('Filed')
        await expect(page.getByRole('option', { name: say.add('Filed') })).toHaveAttribute('aria-selected', 'true')
        await expectSound(page)
        await press('Enter')
        await expect(toast(say.moved)).toBeVisible()
        await press('z')
        await expect(toast(say.undone).last()).toBeVisible()
        await expect(row('Minutes')).toBeVisible()
      })

      await test.step('Enter reads; r, a and f answer; g goes', async () => {
        await row('Minutes').focus()
        await press('Enter')
        await expect(page.getByRole('heading', { level: 1, name: 'Minutes' })).toBeVisible()
        await expect(row('Minutes', '')).toHaveAttribute('aria-current', 'true')
        for (const [key, subject] of [
          ['r', 'Re: Minutes'],
          ['a', 'Re: Minutes'],
          ['f', 'Fwd: Minutes'],
        ] as const) {
          await press(key)
          const composer = page.getByRole('dialog', { name: subject })
          await expect(composer.getByRole('textbox', { name: /^(主题|Subject)$/ })).toHaveValue(subject)
          await composer.getByRole('button', { name: /^(保存并关闭|Save and close)$/ }).press('Enter')
          await expect(composer).toHaveCount(0)
          await expect(page.getByRole('heading', { level: 1, name: 'Minutes' })).toBeVisible()
        }
        await press('g')
        await press('s')
        await expect(page.getByRole('heading', { level: 1, name: say.sent })).toBeVisible()
        await press('g')
        await press('i')
        await expect(row('Invoice')).toBeVisible()
        await press('/')
        await expect(page.getByRole('combobox', { name: say.search })).toBeFocused()
        await press('Escape')
        await row('Invoice').focus()
        await press('?')
        await expect(page.getByRole('dialog', { name: say.keys })).toBeVisible()
        await expectSound(page)
        await press('Escape')
        await expect(page.getByRole('dialog', { name: say.keys })).toHaveCount(0)
      })
    })

    test('pages, order, whole folders and the pointer', { tag: '@all' }, async ({ page, gateway }) => {
      const row = (subject: string, marks?: string) => page.getByRole('row', { name: say.row(subject, marks) })
      const toast = (words: string | RegExp) =>
        page.getByRole('region', { name: say.notices }).getByText(words, { exact: true })
      const tool = (label: string) =>
        page.getByRole('toolbar', { name: say.toolbar }).getByRole('button', { name: label, exact: true })
      await speak(page, language)
      await signIn(page, `list-${name}@ep.test`, language)

      await test.step('a press with nothing selected asks to choose again', async () => {
        await expect(row('Invoice')).toBeVisible()
        await expect(page.getByRole('toolbar', { name: say.toolbar })).toHaveCount(0)
        await page.keyboard.press('#')
        await expect(toast(say.chooseAgain)).toBeVisible()
      })

      await test.step('a page has 20 rows when it is told so, and the address keeps page, order and filter', async () => {
        await page.getByRole('button', { name: say.sort }).click()
        await page.getByRole('menuitem', { name: say.perPage }).click()
        await expect(page.getByText(say.pages)).toBeVisible()
        await page.getByRole('button', { name: say.nextPage }).click()
        await expect(page).toHaveURL(/page=2/)
        await expect(page.getByText(say.pageTwo)).toBeVisible()
        await page.reload()
        await expect(page.getByText(say.pageTwo)).toBeVisible()
        await page.goBack()
        await expect(page.getByText(say.pages)).toBeVisible()
        await page.getByRole('button', { name: say.sort }).click()
        await page.getByRole('menuitem', { name: say.bySubject }).click()
        await expect(page).toHaveURL(/sort=subject/)
        await expect(page.getByRole('row').first()).toHaveAccessibleName(say.row('Invoice'))
        await page.getByRole('button', { name: say.filter }).click()
        await page.getByRole('menuitem', { name: say.onlyFlagged }).click()
        await expect(page).toHaveURL(/filter=flagged/)
        await expect(page.getByText(say.noneFits)).toBeVisible()
        await page.reload()
        await expect(page.getByRole('button', { name: say.filterOff })).toBeVisible()
        await page.getByRole('button', { name: say.showAll }).click()
        await expect(row('Invoice')).toBeVisible()
      })

      await test.step('the menu of the header’s checkbox chooses by kind', async () => {
        await page.goto('/receive')
        await expect(row('Offer', say.attached)).toBeVisible()
        await page.getByRole('button', { name: say.choose, exact: true }).click()
        await page.getByRole('menuitem', { name: say.withAttachment }).click()
        await expect(page.getByRole('row', { selected: true })).toHaveAccessibleName(say.row('Offer', say.attached))
      })

      await test.step('all of the folder is one job, which says how far it is', async () => {
        // It is done before one could look, so the page hears of it only when the test lets it.
        const held: Route[] = []
        let isHeld = true
        await page.route('**/jobs/mailJobs.action*', async (route) => {
          if (isHeld) held.push(route)
          else await route.continue()
        })
        const asked: string[] = []
        page.on('request', (request) => asked.push(new URL(request.url()).pathname))
        await page.getByRole('checkbox', { name: say.header }).click()
        await expect(page.getByText(say.pageTaken)).toBeVisible()
        await page.getByRole('button', { name: say.takeWhole(count) }).click()
        await tool(say.mark).click()
        await page.getByRole('menuitem', { name: say.markRead, exact: true }).click()
        const running = page.getByRole('region', { name: say.running })
        await expect(running.getByRole('progressbar', { name: say.progress(count) })).toBeVisible()
        await expect(running.getByRole('button', { name: say.cancel })).toBeEnabled()
        await expectSound(page)
        await expect.poll(() => held.length).toBeGreaterThan(0)
        isHeld = false
        for (const route of held) await route.continue()
        await expect(toast(say.ended(count))).toBeVisible()
        await expect(page.getByText(say.counts(count, 0))).toBeVisible()
        expect(asked.filter((path) => path.endsWith('/jobs/startMailJob.action'))).toHaveLength(1)
        expect(asked.filter((path) => path.endsWith('/manage/mark2'))).toHaveLength(0)
      })

      await test.step('a row has a menu by key, is dragged to a folder, and new mail waits above', async () => {
        await row('Invoice', '').focus()
        await page.keyboard.press('Shift+F10')
        const menu = page.getByRole('menu', { name: say.rowMenu })
        await expect(menu).toBeVisible()
        await expectSound(page)
        await menu.getByRole('menuitem', { name: say.flag }).press('Enter')
        await expect(row('Invoice', say.flaggedRead)).toBeFocused()

        await row('Minutes', '').dragTo(page.getByRole('link', { name: say.bin }))
        await expect(toast(say.deleted)).toBeVisible()
        await expect(row('Minutes', '')).toHaveCount(0)
        await page.keyboard.press('z')
        await expect(row('Minutes', '')).toBeVisible()

        await gateway.deliver({ from: 'li@example.cn', to: `list-${name}@ep.test`, subject: 'Late', text: 'A line.' })
        await row('Invoice', say.flaggedRead).focus()
        await page.keyboard.press('#')
        await page.getByRole('main').getByRole('button', { name: say.arrived, exact: true }).click()
        await expect(page.getByRole('row').first()).toHaveAccessibleName(say.row('Late'))
      })
    })
  })
}
