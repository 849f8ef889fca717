/** Settings are found, changed by keyboard, undone, and shown by a second browser; this browser keeps a skin of its own. */
import { expect, isOverServers, testOverShared as test } from '../gateway'
import { expectSound, password, signIn, speak, type Tongue } from '../shell'

const journeys = [
  {
    language: 'zh-CN',
    width: 1440,
    account: 'settings-zh@ep.test',
    title: '设置',
    search: '搜索设置',
    typed: 'density',
    found: /^列表密度/,
    density: '列表密度',
    compact: '紧凑：单行',
    cozy: '适中：两行',
    saved: '已保存',
    undo: '撤销',
    undone: '已撤销',
    skin: '皮肤',
    forest: '森林',
    follow: '改用账户的设置',
    password: '密码',
    change: '修改',
    oldEmpty: '请输入旧密码',
    old: '旧密码',
    fresh: '新密码',
    again: '再次输入新密码',
    differ: '两次输入的新密码不一致',
    oldWrong: isOverServers ? '密码由邮件服务器保管，请在那里修改' : '旧密码错误，密码没有修改',
    sections: ['阅读与列表', '写信', '发送', '已读回执', '外部图片', '新邮件提醒', '时间段', '键盘'],
    quiet: '免打扰时段',
    from: '开始',
    allKeys: '查看全部快捷键',
    newSignature: '新建签名',
    otherLanguage: 'English',
    foreign: /\p{Script=Han}/u,
  },
  {
    language: 'en-US',
    width: 390,
    account: 'settings-en@ep.test',
    title: 'Settings',
    search: 'Search settings',
    typed: '密度',
    found: /^Density of lists/,
    density: 'Density of lists',
    compact: 'Compact: one line',
    cozy: 'Cozy: two lines',
    saved: 'Saved',
    undo: 'Undo',
    undone: 'Undone',
    skin: 'Skin',
    forest: 'Forest',
    follow: 'Use the account’s',
    password: 'Password',
    change: 'Change',
    oldEmpty: 'Enter the old password',
    old: 'Old password',
    fresh: 'New password',
    again: 'New password again',
    differ: 'The two new passwords differ',
    oldWrong: isOverServers
      ? 'Your password is kept by the mail server. Please change it there'
      : 'The old password is wrong. The password was not changed',
    sections: [
      'Reading and lists',
      'Writing',
      'Sending',
      'Read receipts',
      'Remote images',
      'New-message notices',
      'Time slots',
      'Keyboard',
    ],
    quiet: 'Quiet hours',
    from: 'From',
    allKeys: 'Show all shortcuts',
    newSignature: 'New signature',
    otherLanguage: '中文',
    foreign: /[A-Za-z]{3}/,
  },
] as const satisfies readonly { readonly language: Tongue; readonly [key: string]: unknown }[]

/** Sections with something that opens, and those whose controls are of their own kind. */
const withLayers = [
  'profile',
  'environment',
  'reading',
  'writing',
  'sending',
  'receipts',
  'remind',
  'timeSlot',
] as const
const withOwnLayers = ['environment', 'timeSlot'] as const

for (const say of journeys) {
  const isPhone = say.width < 600
  test.describe(`${say.language} at ${say.width} px`, isPhone ? { tag: '@all' } : {}, () => {
    test.use({ viewport: { width: say.width, height: 844 }, locale: say.language })

    test('settings are found, saved, undone and shown by another browser', async ({ page, gateway, browser }) => {
      if (isPhone) test.setTimeout(240_000)
      await speak(page, say.language)
      await gateway.addAccount(say.account, password)
      await signIn(page, say.account, say.language)
      const field = page.getByLabel(say.density)
      const shown = page.locator('[data-setting="density"]')

      await test.step('found in the other language, and chosen by keyboard', async () => {
        await page.getByRole('link', { name: say.title, exact: true }).click()
        await expect(page.getByRole('heading', { level: 1, name: say.title })).toBeVisible()
        await expectSound(page)
        await page.getByRole('searchbox', { name: say.search }).fill(say.typed)
        await page.getByRole('link', { name: say.found }).click()
        await expect(field).toBeFocused()
        await page.keyboard.press('ArrowDown')
        await expect(page.getByRole('option', { name: say.cozy })).toBeAttached()
        await page.keyboard.press('ArrowUp')
        await page.keyboard.press('Enter')
        await expect(shown).toContainText(say.saved)
        await expect(shown).toContainText(say.compact)
        // The list of values goes with the next frames.
        await expect(page.locator('.ant-select-dropdown:visible')).toHaveCount(0)
        await expectSound(page)
      })

      const other = await browser.newContext({
        baseURL: new URL(page.url()).origin,
        locale: say.language,
        viewport: { width: say.width, height: 844 },
      })
      const second = await other.newPage()
      await test.step('there for another browser, which follows at its next look', async () => {
        await speak(second, say.language)
        await signIn(second, say.account, say.language)
        await second.goto('/Environment')
        await expect(second.locator('[data-setting="density"]')).toContainText(say.compact)
        await shown.getByRole('button', { name: say.undo }).click()
        await expect(shown).toContainText(say.undone)
        await second.evaluate(() => void window.dispatchEvent(new Event('focus')))
        await expect(second.locator('[data-setting="density"]')).toContainText(say.cozy)
        await expectSound(second)
        await other.close()
      })

      await test.step('every section opens, and the password is asked for beside its field', async () => {
        for (const section of say.sections) {
          await page.goto('/Setting')
          await page
            .getByRole('link', { name: new RegExp(`^${section}`) })
            .last()
            .click()
          await expect(page.getByRole('heading', { level: 1, name: section })).toBeVisible()
        }
        await expectSound(page)
        await page.goto('/SettingInner?section=password')
        await page.getByRole('button', { name: say.change, exact: true }).click()
        await expect(page.getByText(say.oldEmpty)).toBeVisible()
        await expectSound(page)
        await page.getByLabel(say.old, { exact: true }).fill('Not-my-pass1')
        await page.getByLabel(say.fresh, { exact: true }).fill('7Kites-over')
        await page.getByLabel(say.again, { exact: true }).fill('7Kites-under')
        await page.getByRole('button', { name: say.change, exact: true }).click()
        await expect(page.getByText(say.differ)).toBeVisible()
        await page.getByLabel(say.again, { exact: true }).fill('7Kites-over')
        await page.getByRole('button', { name: say.change, exact: true }).click()
        await expect(page.getByText(say.oldWrong)).toBeVisible()
        await expectSound(page)
      })

      const layers = page.locator(':is(.ant-select-dropdown, .ant-picker-dropdown):visible')
      await test.step('quiet hours are chosen, and each list and picker opens under the strict policy', async () => {
        await page.goto('/settingPc?section=timeSlot')
        await page.getByRole('switch', { name: say.quiet }).click()
        await expect(page.locator('[data-setting="quietHours"]')).toContainText(say.saved)
        for (const section of isPhone ? withLayers : withOwnLayers) {
          await page.goto(`/settingPc?section=${section}`)
          const fields = page.locator('.settings-section :is(.ant-select:not(.settings-addresses), .ant-picker) input')
          await expect(fields.first()).toBeVisible()
          for (const field of await fields.all()) {
            if (await field.isDisabled()) continue
            await field.click()
            await expect(layers).toHaveCount(1)
            await page.keyboard.press('Escape')
            await expect(layers).toHaveCount(0)
          }
          await expectSound(page)
        }
        for (const [section, name] of [
          ['signature', say.newSignature],
          ['keyboard', say.allKeys],
        ] as const) {
          await page.goto(`/settingPc?section=${section}`)
          await page.getByRole('button', { name, exact: true }).click()
          await expect(page.getByRole('dialog').or(page.locator('.compose-editor')).first()).toBeVisible()
        }
      })

      // A phone has neither language nor menu of skins in its bar.
      if (isPhone) return
      await test.step('the language is switched over filled times, and nothing of the other one remains', async () => {
        await page.goto('/settingPc?section=timeSlot')
        const from = page.getByRole('textbox', { name: say.from }).first()
        await expect(from).toHaveValue('22:00')
        await page.getByRole('button', { name: say.otherLanguage, exact: true }).click()
        const shown = page.locator('.settings-section')
        await expect(shown.getByRole('checkbox', { name: 'Fri', exact: true })).toBeChecked()
        await page.getByRole('textbox', { name: 'From' }).first().click()
        await expect(layers).toHaveCount(1)
        expect(`${await shown.innerText()} ${await layers.innerText()}`).not.toMatch(say.foreign)
      })

      await test.step('this browser keeps a skin of its own, until it follows the account', async () => {
        await page.goto('/settingPc?section=environment')
        await page.getByRole('button', { name: say.skin, exact: true }).click()
        await page.getByRole('menuitemradio', { name: say.forest }).click()
        await expect(page.locator('html')).toHaveAttribute('data-skin', 'forest')
        await page.reload()
        await expect(page.locator('html')).toHaveAttribute('data-skin', 'forest')
        await page.getByRole('button', { name: say.follow }).click()
        await expect(page.locator('html')).toHaveAttribute('data-skin', 'default')
      })
    })
  })
}
