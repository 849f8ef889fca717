/** An answer to twelve people with three files goes to each of them, with every file. */
import { expect, test } from '../gateway'
import { expectRows, expectSound, password, sendAtOnce, signIn, speak, type Tongue, words } from '../shell'

for (const { language, name, width, height, all } of [
  { language: 'zh-CN', name: 'zh', width: 1440, height: 900, all: '回复全部' },
  { language: 'en-US', name: 'en', width: 390, height: 844, all: 'Reply all' },
] as const satisfies readonly { language: Tongue; [key: string]: unknown }[]) {
  const say = words[language]
  test.describe(`${language} at ${width} px`, () => {
    test.use({ viewport: { width, height }, locale: language })

    test('twelve people are answered with three files', { tag: '@all' }, async ({ page, gateway }) => {
      const lin = `crowd-${name}@ep.test`
      const others = Array.from({ length: 12 }, (_, at) => `crowd-${name}-${at}@ep.test`)
      for (const address of [lin, ...others]) await gateway.addAccount(address, password)
      const [first = '', ...rest] = others
      await gateway.deliver({ from: first, to: [lin, ...rest], subject: 'Plan', text: 'Agreed?' })
      await speak(page, language)
      await signIn(page, lin, language)
      await page.getByRole('row', { name: /Plan/ }).click()
      await page.getByRole('button', { name: all, exact: true }).first().click()
      const body = page.getByRole('textbox', { name: say.body })
      await body.click()
      await page.keyboard.insertText('All agreed.')
      const files = [1, 2, 3].map((at) => ({
        name: `clause-${at}.txt`,
        mimeType: 'text/plain',
        buffer: Buffer.from(`clause ${at}`),
      }))
      await page.locator('.compose-files input[type="file"]').setInputFiles(files)
      await expect(page.getByText('clause-3.txt', { exact: true })).toBeAttached()
      await expectSound(page)
      await page.keyboard.press('ControlOrMeta+Enter')
      await sendAtOnce(page, language)
      await expectRows(page, '/sent', /Re: Plan/)
      for (const address of [first, rest.at(-1) ?? '']) {
        await page.context().clearCookies()
        await page.evaluate(() => {
          localStorage.clear()
          sessionStorage.clear()
        })
        await speak(page, language)
        await signIn(page, address, language)
        await page.getByRole('row', { name: /Re: Plan/ }).click()
        await expect(page.getByRole('article').frameLocator('iframe').getByText('All agreed.')).toBeVisible()
        for (const { name: file } of files) await expect(page.getByText(file, { exact: true }).first()).toBeVisible()
      }
    })
  })
}
