/** A domain is blocked by way of a message, listed in the settings, outweighed by the whitelist, and taken back. */
import { expect, testOverShared as test } from '../gateway'
import { expectRows, expectSound, password, signIn, speak, type Tongue } from '../shell'

const journeys = [
  {
    language: 'zh-CN',
    width: 1440,
    account: 'lists-zh@ep.test',
    list: '邮件操作',
    more: '更多',
    menu: '拉黑发件人的域名…',
    block: '拉黑该域名',
    told: '以后来自 @lists-zh.example 的邮件将进入垃圾邮件',
    domain: '@lists-zh.example',
    friend: 'friend@lists-zh.example',
    title: '黑名单和白名单',
    white: '白名单',
    entries: '邮件地址或域名，每行一个',
    bad: /第 2 行：“nobody”/,
    addBlack: '加入黑名单',
    add: '加入白名单',
    wins: '@lists-zh.example 在黑名单中，白名单优先',
    rows: '条目',
    export: '导出白名单',
    choose: '选择显示的全部条目',
    remove: '移除所选',
    undo: '撤销',
    empty: '名单为空',
  },
  {
    language: 'en-US',
    width: 390,
    account: 'lists-en@ep.test',
    list: 'Message actions',
    more: 'More',
    menu: 'Block the sender’s domain…',
    block: 'Block the domain',
    told: 'Messages from @lists-en.example go to Junk from now on',
    domain: '@lists-en.example',
    friend: 'friend@lists-en.example',
    title: 'Blacklist and whitelist',
    white: 'Whitelist',
    entries: 'Addresses or domains, one a line',
    bad: /Line 2: “nobody”/,
    addBlack: 'Add to the blacklist',
    add: 'Add to the whitelist',
    wins: '@lists-en.example is on the blacklist; the whitelist wins',
    rows: 'Entries',
    export: 'Export the whitelist',
    choose: 'Choose all entries shown',
    remove: 'Remove chosen',
    undo: 'Undo',
    empty: 'Nobody is listed',
  },
] as const satisfies readonly { readonly language: Tongue; readonly [key: string]: unknown }[]

for (const say of journeys) {
  const isPhone = say.width < 600
  test.describe(`${say.language} at ${say.width} px`, isPhone ? { tag: '@all' } : {}, () => {
    test.use({ viewport: { width: say.width, height: 844 }, locale: say.language })

    test('blocked senders are listed, the whitelist wins, and both are taken back', async ({ page, gateway }) => {
      await speak(page, say.language)
      await gateway.addAccount(say.account, password)
      const deliver = (from: string, subject: string) =>
        gateway.deliver({ from, to: say.account, subject, text: 'A line.' })
      await deliver(`shop${say.domain}`, 'Cheap watches')
      await signIn(page, say.account, say.language)
      const button = (name: string) => page.getByRole('button', { name, exact: true })
      const rows = page.getByRole('list', { name: say.rows }).getByRole('listitem')

      await test.step('a domain is blocked, at a desk from a message', async () => {
        if (isPhone) {
          await page.goto('/SettingInner?section=lists')
          await page.getByLabel(say.entries).fill(say.domain)
          await button(say.addBlack).click()
          await expect(rows).toHaveCount(1)
          return
        }
        await page
          .getByRole('row', { name: /Cheap watches/ })
          .getByRole('checkbox')
          .check()
        await page.getByRole('toolbar', { name: say.list }).first().getByRole('button', { name: say.more }).click()
        await page.getByRole('menuitem', { name: say.menu }).click()
        await page.getByRole('dialog').getByRole('button', { name: say.block }).click()
        await expect(page.getByText(say.told)).toBeVisible()
      })

      await test.step('a friend is put on the whitelist, which wins', async () => {
        await page.goto('/settingPc?section=lists')
        await expect(rows).toHaveText([new RegExp(say.domain)])
        await page.getByRole('radio', { name: say.white }).check()
        await page.getByLabel(say.entries).fill(`${say.friend}\nnobody`)
        await expect(page.getByText(say.bad)).toBeVisible()
        await expectSound(page)
        await button(say.add).click()
        await expect(page.getByText(say.wins)).toBeVisible()
        const saved = page.waitForEvent('download')
        await button(say.export).click()
        expect((await saved).suggestedFilename()).toMatch(/\.txt$/)
        // Under the pointer the button has a colour of its own.
        await page.mouse.move(0, 0)
        await expectSound(page)
      })

      await test.step('mail goes where the lists say', async () => {
        await deliver(say.friend, 'From a friend')
        await deliver(`shop${say.domain}`, 'More watches')
        await expectRows(page, '/receive', /From a friend/)
        await expectRows(page, '/rubbish', /More watches/)
      })

      await test.step('all entries are removed at once, and taken back', async () => {
        await page.goto('/SettingInner?section=lists')
        await expect(rows).toHaveCount(2)
        await page.getByRole('checkbox', { name: say.choose }).check()
        await button(say.remove).click()
        await expect(page.getByText(say.empty)).toBeVisible()
        await expectSound(page)
        await button(say.undo).click()
        await expect(rows).toHaveCount(2)
      })
    })
  })
}
