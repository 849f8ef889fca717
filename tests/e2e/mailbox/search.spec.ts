/**
 * Finding mail, in both languages: typed words in either script, a chip taken away, the form, the address that brings results back, what was
 * found worked and kept by keyboard alone, and all of it at once.
 */
import type { Locator, Page } from '@playwright/test'
import { expect, testOverShared as test } from '../gateway'
import { expectSound, password, signIn, speak } from '../shell'
import { searchWords } from './searchTexts'

const tongues = [
  { language: 'zh-CN', name: 'search-zh' },
  { language: 'en-US', name: 'search-en' },
] as const
const offers = 22

test.beforeAll(async ({ gateway }) => {
  const names = tongues.flatMap(({ name }) => [name, `${name}-keys`, `${name}-all`])
  await Promise.all(names.map((name) => gateway.addAccount(`${name}@ep.test`, password)))
  const to = (suffix: string) => tongues.map(({ name }) => `${name}${suffix}@ep.test`)
  const mails = [
    ['王丽 <wang@example.cn>', '電子發票已開具', '请查收附件中的发票。'],
    ['Li Ming <li@example.cn>', '发票 <b>2024</b>', 'Invoice attached.'],
    ['Li Ming <li@example.cn>', '会议纪要', '周五的会议。'],
  ] as const
  for (const [from, subject, text] of mails)
    await gateway.deliver({ from, to: [...to(''), ...to('-keys')], subject, text })
  await Promise.all(
    Array.from({ length: offers }, (_, at) =>
      gateway.deliver({ from: 'li@example.cn', to: to('-all'), subject: `Offer ${at}`, text: 'A line.' }),
    ),
  )
})

/** As somebody without a mouse gets there. */
async function tabTo(page: Page, wanted: Locator): Promise<void> {
  await expect(wanted).toBeVisible()
  for (let presses = 0; presses < 80; presses += 1) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  await expect(wanted).toBeFocused()
}

for (const { language, name } of tongues) {
  const say = searchWords[language]

  for (const width of [1_440, 390]) {
    test.describe(`${language} at ${width} px`, () => {
      test.use({ viewport: { width, height: 844 }, locale: language })

      test('mail is found by words in either script, by fields and from its address', async ({ page }) => {
        await speak(page, language)
        await signIn(page, `${name}@ep.test`, language)
        await expect(page.getByRole('row')).toHaveCount(3)

        await page.keyboard.press('/')
        const field = page.getByRole('combobox', { name: say.keyword })
        if (width < 600) await expect(page).toHaveURL(/\/search$/)
        else await expect(field).toBeFocused()
        await field.fill('发')
        await field.press('Enter')
        await expect(page.getByRole('alert')).toHaveText(say.tooShort)
        await expectSound(page)
        await field.fill('发票')
        await field.press('Enter')
        await expect(page).toHaveURL(/\/search_result\?keyword=/)
        const grid = page.getByRole('grid', { name: say.results })
        await expect(grid.getByRole('row')).toHaveCount(2)
        await expect(page.getByRole('status').getByText(say.found(2))).toBeVisible()
        await expect(grid.locator('mark').first()).toHaveText('发票')
        await expect(grid.locator('b')).toHaveCount(0)
        await expectSound(page)

        if (width < 600) await page.goto('/search')
        await page.getByRole('button', { name: say.advanced }).click()
        const dialog = page.getByRole('dialog', { name: say.advanced })
        await dialog.getByRole('textbox', { name: say.from, exact: true }).fill('wang')
        await expectSound(page)
        await dialog.getByRole('button', { name: say.submit, exact: true }).click()
        await expect(page).toHaveURL(/from%3Awang/)
        await expect(grid.getByRole('row')).toHaveCount(1)
        const address = page.url()
        if (width >= 600) {
          await page.getByRole('button', { name: say.removeFrom }).click()
          await expect(grid.getByRole('row')).toHaveCount(2)
          await page.goBack()
          await expect(grid.getByRole('row')).toHaveCount(1)
          await page.goForward()
          await expect(grid.getByRole('row')).toHaveCount(2)
        }
        await page.goto(address)
        await grid.getByRole('row').first().focus()
        await page.keyboard.press('Enter')
        await expect(page).toHaveURL(/\/search_result\/mailshow\?.*keyword=/)
        await expect(page.getByRole('heading', { name: '電子發票已開具' })).toBeVisible()
        await expectSound(page)
      })
    })
  }

  test.describe(language, () => {
    test.use({ locale: language })

    test('what was found is filed, kept under a name and asked again by keyboard alone', { tag: '@all' }, async ({
      page,
    }) => {
      const press = (key: string) => page.keyboard.press(key)
      const grid = page.getByRole('grid', { name: say.results })
      await speak(page, language)
      await signIn(page, `${name}-keys@ep.test`, language)
      await expect(page.getByRole('row')).toHaveCount(3)
      await press('/')
      await page.keyboard.type('發票')
      await press('Enter')
      await expect(grid.getByRole('row')).toHaveCount(2)

      await test.step('a result is deleted, stays away, is found where it went, and comes back', async () => {
        await tabTo(page, grid.getByRole('row').first())
        await press('#')
        await expect(page.getByText(say.deleted)).toBeVisible()
        await expect(grid.getByRole('row')).toHaveCount(1)
        await press('z')
        await expect(grid.getByRole('row')).toHaveCount(2)
        await press('x')
        await press('#')
        await expect(grid.getByRole('row')).toHaveCount(1)
        await tabTo(page, page.getByRole('button', { name: say.anywhere }))
        await press('Enter')
        await expect(page).toHaveURL(/folder=anywhere/)
        await expect(grid.getByRole('row')).toHaveCount(2)
        await page.goBack()
        await expect(grid.getByRole('row')).toHaveCount(1)
      })

      await test.step('the search is saved under a name', async () => {
        await tabTo(page, page.getByRole('button', { name: say.save }))
        await press('Enter')
        const dialog = page.getByRole('dialog', { name: say.save })
        await tabTo(page, dialog.getByRole('textbox', { name: say.name }))
        await press('ControlOrMeta+A')
        await page.keyboard.type('Bills')
        await expectSound(page)
        await press('Enter')
        await expect(page.getByText(say.kept('Bills'), { exact: true })).toBeVisible()
        await expectSound(page)
      })

      await test.step('it is asked again from the menu of the field, after a reload too', async () => {
        await page.reload()
        await expect(grid.getByRole('row')).toHaveCount(1)
        await press('g')
        await press('i')
        await expect(page).toHaveURL(/\/receive/)
        await press('/')
        await tabTo(page, page.getByRole('button', { name: say.menu }))
        await press('Enter')
        await expect(page.getByRole('menuitem', { name: 'Bills' })).toBeFocused()
        await expectSound(page)
        await press('Enter')
        await expect(page).toHaveURL(/\/search_result\?keyword=/)
        await expect(grid.getByRole('row')).toHaveCount(1)
      })

      await test.step('it is removed on the page of the search, and comes back by Undo', async () => {
        await page.goto('/search')
        const saved = page.getByRole('region', { name: say.saved })
        await expectSound(page)
        await tabTo(page, saved.getByRole('button', { name: say.remove('Bills') }))
        await press('Enter')
        await expect(saved.getByRole('listitem')).toHaveCount(0)
        await tabTo(page, page.getByRole('button', { name: say.undo }))
        await press('Enter')
        await expect(saved.getByRole('listitem')).toHaveCount(1)
      })
    })

    test('all that was found is flagged by one request', { tag: '@all' }, async ({ page }) => {
      const grid = page.getByRole('grid', { name: say.results })
      await speak(page, language)
      await signIn(page, `${name}-all@ep.test`, language)
      await page.getByRole('button', { name: say.sort }).click()
      await page.getByRole('menuitem', { name: say.perPage }).click()
      await page.goto('/search_result?keyword=offer&location=subject')
      await expect(page.getByRole('status').getByText(say.found(offers))).toBeVisible()
      await page.getByRole('checkbox', { name: say.all }).check()
      await page.getByRole('button', { name: say.whole(offers) }).click()
      await expectSound(page)
      const asked: string[] = []
      page.on('request', (request) => asked.push(new URL(request.url()).pathname))
      await page.getByRole('toolbar').getByRole('button', { name: say.mark, exact: true }).click()
      await page.getByRole('menuitem', { name: say.flag, exact: true }).click()
      await expect(page.getByText(say.marked(offers))).toBeVisible()
      expect(asked.filter((path) => path.endsWith('/startFoundJob.action'))).toHaveLength(1)
      expect(asked.filter((path) => path.endsWith('/mark2'))).toEqual([])
      await page.goto('/search_result?keyword=offer+is%3Aflagged&location=subject')
      await expect(page.getByRole('status').getByText(say.found(offers))).toBeVisible()
      await expect(grid.getByRole('row').first()).toBeVisible()
    })
  })
}
