/** Finding mail: typed words, a chip taken away, the form, the results read by keyboard alone, and the address that brings them back. */
import { expectSound, signIn, speak, type Tongue } from './desk'
import { expect, test } from './gateway'

const journeys = [
  {
    language: 'zh-CN',
    width: 1440,
    keyword: '搜索关键词',
    advanced: '高级搜索',
    from: '发件人',
    submit: '搜索',
    results: '搜索结果',
    tooShort: '关键词至少 2 个字',
    found: (count: number) => `找到 ${count} 封`,
    removeFrom: '移除条件“发件人：wang”',
    page: '搜索邮件',
  },
  {
    language: 'en-US',
    width: 390,
    keyword: 'Search words',
    advanced: 'Advanced search',
    from: 'From',
    submit: 'Search',
    results: 'Search results',
    tooShort: 'The keyword needs at least 2 characters',
    found: (count: number) => `${count} found`,
    removeFrom: 'Remove “From: wang”',
    page: 'Search mail',
  },
] as const satisfies readonly { language: Tongue; width: number; [key: string]: unknown }[]

for (const { language, width, ...say } of journeys) {
  test.describe(`${language} at ${width} px`, () => {
    test.use({ viewport: { width, height: 844 }, locale: language })

    test('mail is found by words in either script, by fields and from its address', async ({ page, gateway }) => {
      await gateway.addAccount('lin@ep.test', 'Passw0rd!a', 'soho', '林')
      const mails = [
        ['王丽 <wang@example.cn>', '電子發票已開具', '请查收附件中的发票。'],
        ['Li Ming <li@example.cn>', '发票 <b>2024</b>', 'Invoice attached.'],
        ['Li Ming <li@example.cn>', '会议纪要', '周五的会议。'],
      ] as const
      for (const [from, subject, text] of mails) await gateway.deliver({ from, to: 'lin@ep.test', subject, text })
      await speak(page, language)
      await signIn(page, 'lin@ep.test', language)
      await expect(page.getByRole('row')).toHaveCount(3)

      if (width < 600) await page.getByRole('link', { name: say.page }).click()
      else await page.keyboard.press('/')
      const field = page.getByRole('combobox', { name: say.keyword })
      if (width >= 600) await expect(field).toBeFocused()
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
      if (width < 600) {
        // The form alone asks for all that the person sent.
        await expect(page).toHaveURL(/from%3Awang/)
      }
      await expect(grid.getByRole('row')).toHaveCount(1)
      const address = page.url()
      if (width >= 600) {
        await page.getByRole('button', { name: say.removeFrom }).click()
        await expect(grid.getByRole('row')).toHaveCount(2)
        await page.goBack()
        await expect(grid.getByRole('row')).toHaveCount(1)
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
