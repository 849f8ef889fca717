/** Junk: reported and taken back, its sender blocked, and a sender whose mail goes to a folder from now on. */

import { expect, testOverShared as test } from '../gateway'
import { expectSound, password, signIn, speak, type Tongue } from '../shell'

const words = {
  'zh-CN': {
    list: '邮件操作',
    more: '更多',
    refresh: '刷新',
    notices: '通知',
    report: '标为垃圾邮件',
    block: '标为垃圾邮件并拉黑发件人',
    notJunk: '不是垃圾邮件',
    reported: '已将 1 封邮件移到垃圾邮件',
    blocked: '已将 1 封邮件移到垃圾邮件，并拉黑发件人',
    moved: '已将 1 封邮件移到收件箱',
    always: '以后来自该发件人的邮件都移到这里',
    movedAlways: '已移动 1 封邮件，以后来自该发件人的邮件都移到那里',
    find: '查找文件夹',
    empty: '没有垃圾邮件',
  },
  'en-US': {
    list: 'Message actions',
    more: 'More',
    refresh: 'Update the list',
    notices: 'Notices',
    report: 'Report junk',
    block: 'Report junk and block the sender',
    notJunk: 'Not junk',
    reported: '1 message moved to Junk',
    blocked: '1 message moved to Junk, its sender blocked',
    moved: '1 message moved to the inbox',
    always: 'Always move messages from this sender there',
    movedAlways: '1 message moved; messages from its sender go there from now on',
    find: 'Find a folder',
    empty: 'No junk',
  },
} as const

for (const [language, address] of [
  ['zh-CN', 'junk-zh@ep.test'],
  ['en-US', 'junk-en@ep.test'],
] as const satisfies [Tongue, string][]) {
  test(`junk is reported, taken back, blocked and filed, ${language}`, async ({ page, gateway }) => {
    const say = words[language]
    const row = (subject: string) => page.getByRole('row', { name: new RegExp(subject) })
    const toast = (text: string) => page.getByRole('region', { name: say.notices }).getByText(text, { exact: true })
    const tool = (name: string) =>
      page.getByRole('toolbar', { name: say.list }).first().getByRole('button', { name, exact: true })
    const deliver = (from: string, subject: string) => gateway.deliver({ from, to: address, subject, text: 'A line.' })
    await gateway.addAccount(address, password)
    await deliver('shop@spam.example', 'Cheap watches')
    await deliver('news@list.example', 'Weekly news')
    await speak(page, language)
    await signIn(page, address, language)

    await test.step('a report is taken back where it went', async () => {
      await row('Cheap watches').getByRole('checkbox').check()
      await tool(say.report).click()
      await expect(toast(say.reported)).toBeVisible()
      await expect(row('Cheap watches')).toHaveCount(0)
      await page.goto('/rubbish')
      await row('Cheap watches').getByRole('checkbox').check()
      await expectSound(page)
      await tool(say.notJunk).click()
      await expect(toast(say.moved)).toBeVisible()
      await expect(page.getByText(say.empty)).toBeVisible()
    })

    await test.step('what a blocked sender writes next goes to Junk by itself', async () => {
      await page.goto('/receive')
      // The list of the visit before is shown first; over a mail server the mail that came back has another id than there, and is chosen anew.
      await expect(async () => {
        await page.getByRole('button', { name: say.refresh, exact: true }).click()
        await row('Cheap watches').getByRole('checkbox').check({ timeout: 5_000 })
        await tool(say.more).click()
        await page.getByRole('menuitem', { name: say.block, exact: true }).click({ timeout: 2_000 })
      }).toPass()
      await expect(toast(say.blocked)).toBeVisible()
      await deliver('shop@spam.example', 'Cheaper watches')
      await page.goto('/rubbish')
      await expect(row('Cheaper watches')).toBeVisible()
      await expect(row('Cheap watches')).toBeVisible()
    })

    await test.step('mail of a sender goes to a folder from now on, when the picker is told so', async () => {
      await page.goto('/receive')
      await row('Weekly news').focus()
      await page.keyboard.press('v')
      await page.getByRole('checkbox', { name: say.always }).press('Space')
      await page.getByRole('combobox', { name: say.find }).focus()
      await page.keyboard.insertText('Letters')
      await expectSound(page)
      await page.keyboard.press('Enter')
      await expect(toast(say.movedAlways)).toBeVisible()
      await deliver('news@list.example', 'Next news')
      await page.getByRole('link', { name: /^Letters/ }).click()
      await expect(row('Weekly news')).toBeVisible()
      await expect(row('Next news')).toBeVisible()
    })
  })
}
