/** The archive: put away by key, by the button of the reader and by that of the list, and taken back. */
import { expect, testOverShared as test } from '../gateway'
import { expectSound, password, signIn, speak } from '../shell'

const words = {
  'zh-CN': { archive: '归档', unarchive: '移到收件箱', toolbar: '邮件操作', done: '已归档 1 封邮件', undo: '撤销' },
  'en-US': {
    archive: 'Archive',
    unarchive: 'Move to Inbox',
    toolbar: 'Message actions',
    done: '1 message archived',
    undo: 'Undo',
  },
} as const

for (const { language, address, tag } of [
  { language: 'zh-CN', address: 'archive-zh@ep.test', tag: [] },
  { language: 'en-US', address: 'archive-en@ep.test', tag: ['@all'] },
] as const) {
  const say = words[language]

  test(`messages are archived and come back (${language})`, { tag: [...tag] }, async ({ page, gateway }) => {
    await gateway.addAccount(address, password)
    for (const subject of ['First', 'Second', 'Third'])
      await gateway.deliver({ from: 'Anna <anna@example.com>', to: address, subject, text: 'A line.' })
    await speak(page, language)
    await signIn(page, address, language)
    const row = (subject: string) => page.getByRole('row', { name: new RegExp(subject) })
    const said = page.getByText(say.done, { exact: true }).last()
    const tool = (name: string) =>
      page.getByRole('toolbar', { name: say.toolbar }).first().getByRole('button', { name, exact: true })

    await test.step('the key e puts away, Undo takes back', async () => {
      await row('First').focus()
      await page.keyboard.press('e')
      await expect(said).toBeVisible()
      await expect(row('First')).toHaveCount(0)
      await page.getByRole('button', { name: say.undo }).last().click()
      await expect(row('First')).toBeVisible()
    })

    await test.step('so do the buttons of the reader and of the list', async () => {
      await row('First').click()
      await page.getByRole('article').getByRole('button', { name: say.archive, exact: true }).click()
      await expect(row('First')).toHaveCount(0)
      await row('Second').getByRole('checkbox').check()
      await tool(say.archive).click()
      await expect(row('Second')).toHaveCount(0)
    })

    await test.step('the archive stands in the sidebar and gives back', async () => {
      await page
        .getByRole('complementary')
        .getByRole('link', { name: new RegExp(`^${say.archive}`) })
        .click()
      await expect(page).toHaveURL(/\/folder\/archive$/)
      await expect(row('Second')).toBeVisible()
      await expectSound(page)
      await row('First').focus()
      await page.keyboard.press('e')
      await expect(row('First')).toHaveCount(0)
      await row('Second').getByRole('checkbox').check()
      await tool(say.unarchive).click()
      await expect(row('Second')).toHaveCount(0)
      await page.goto('/receive')
      for (const subject of ['First', 'Second', 'Third']) await expect(row(subject)).toBeVisible()
    })
  })
}
