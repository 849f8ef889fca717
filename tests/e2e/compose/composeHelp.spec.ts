/** What helps while one writes, by keyboard alone: people who are known, a forgotten file. */

import { expect, test } from '../gateway'
import { expectSound, signIn, speak, type Tongue, words } from '../shell'

const journeys = [
  { language: 'zh-CN', width: 1440, text: '合同见附件', forgotten: '没有添加附件', back: '返回邮件' },
  {
    language: 'en-US',
    width: 390,
    text: 'The contract is attached',
    forgotten: 'No file is attached',
    back: 'Back to the message',
  },
] as const satisfies readonly { language: Tongue; width: number; [key: string]: unknown }[]

for (const { language, width, text, forgotten, back } of journeys) {
  const say = words[language]
  test.describe(`${language} at ${width} px`, () => {
    test.use({ viewport: { width, height: 844 }, locale: language })

    test('a recipient is offered, and a file that was forgotten is asked about', { tag: '@all' }, async ({
      page,
      gateway,
    }) => {
      await gateway.addAccount('lin@ep.test', 'Passw0rd!a', 'soho', '林')
      await gateway.addAccount('wang@ep.test', 'Passw0rd!a', 'soho', '王丽')
      await speak(page, language)
      await signIn(page, 'lin@ep.test', language)
      const to = page.getByRole('combobox', { name: say.to, exact: true })
      await page.goto('/writeMail?mailto=mailto%3Awang%40ep.test%3Fsubject%3DA')
      await page.getByRole('button', { name: say.send, exact: true }).click()
      await page.waitForURL('**/Success**')
      await page.goto('/writeMail')
      await to.pressSequentially('wan')
      await expect(page.getByRole('listbox').getByRole('option')).toHaveText(['wang@ep.test'])
      await expectSound(page)
      await page.keyboard.press('Enter')
      await expect(page.getByRole('listbox')).toHaveCount(0)
      await page.getByRole('textbox', { name: say.subject }).fill(text)
      await page.keyboard.press('ControlOrMeta+Enter')
      const dialog = page.getByRole('dialog', { name: forgotten })
      await expect(dialog).toBeVisible()
      await expectSound(page)
      await dialog.getByRole('button', { name: back }).press('Enter')
      await expect(dialog).toHaveCount(0)
      await expect(page.getByRole('textbox', { name: say.subject })).toHaveValue(text)
    })
  })
}
