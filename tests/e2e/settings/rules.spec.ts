/** A rule is made of a message, tried, saved and carried out; rules are moved by keyboard, and a removed one comes back. */
import { expect, testOverShared as test } from '../gateway'
import { ask, expectRows, expectSound, password, signIn, speak, type Tongue } from '../shell'

const journeys = [
  {
    language: 'zh-CN',
    width: 1440,
    account: 'rules-zh@ep.test',
    more: '更多',
    make: '根据此邮件创建规则…',
    name: '规则名称',
    folder: '文件夹',
    archive: '归档',
    save: '保存规则',
    missing: '执行结果不能为空',
    trial: '试运行',
    found: '符合最近 90 天的 1 封邮件。',
    saved: '已保存规则“Shop”',
    sentence: /发件人是.*shop@far\.example.*且 主题包含.*发票 7.*→ 移到.*归档/,
    handle: /^调整“Shop”的顺序/,
    moved: '“Shop”现在是第 2 条，共 2 条',
    moreOf: '“Shop”的更多操作',
    remove: '删除',
    removed: '已删除规则“Shop”',
    undo: '撤销',
  },
  {
    language: 'en-US',
    width: 390,
    account: 'rules-en@ep.test',
    more: 'More',
    make: 'Create a rule from this message…',
    name: 'Name',
    folder: 'Folder',
    archive: 'Archive',
    save: 'Save rule',
    missing: 'The result action cannot be empty',
    trial: 'Try it',
    found: 'Matches 1 message of the last 90 days.',
    saved: 'Rule “Shop” saved',
    sentence: /Sender is.*shop@far\.example.*and Subject contains.*发票 7.*→ move to.*Archive/,
    handle: null,
    moved: '“Shop” is now number 2 of 2',
    moreOf: 'More for “Shop”',
    remove: 'Delete',
    removed: 'Rule “Shop” deleted',
    undo: 'Undo',
  },
] as const satisfies readonly { readonly language: Tongue; readonly [key: string]: unknown }[]

const second = {
  ...{ name: '*', match: 'all', exceptions: [], stops: false, actions: [{ kind: 'markSeen' }] },
  conditions: [{ kind: 'size', test: 'over', bytes: 50_000_000 }],
}

for (const say of journeys) {
  const isPhone = say.width < 600
  test.describe(`${say.language} at ${say.width} px`, isPhone ? { tag: '@all' } : {}, () => {
    test.use({ viewport: { width: say.width, height: 844 }, locale: say.language })

    test('a rule made of a message is tried, saved and carried out, moved and taken back', async ({
      page,
      gateway,
    }) => {
      await speak(page, say.language)
      await gateway.addAccount(say.account, password)
      await signIn(page, say.account, say.language)
      const letter = (subject: string) =>
        gateway.deliver({ from: 'Shop <shop@far.example>', to: say.account, subject, text: 'A line.' })
      const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })

      await test.step('filled in from the message, and tried', async () => {
        await letter('发票 7')
        await expectRows(page, '/receive', /发票 7/)
        await page.getByRole('row', { name: /发票 7/ }).click()
        await page.getByRole('article').getByRole('button', { name: say.more, exact: true }).first().click()
        await page.getByRole('menuitem', { name: say.make }).click()
        await expect(page.getByLabel(say.name, { exact: true })).toHaveValue('Shop')
        await button(say.save).click()
        await expect(page.getByText(say.missing)).toBeVisible()
        await page.getByRole('combobox', { name: say.folder, exact: true }).press('ArrowDown')
        await page.getByTitle(say.archive, { exact: true }).last().click()
        await button(say.trial).click()
        await expect(page.getByText(say.found)).toBeVisible()
        await page.mouse.move(0, 0)
        await expectSound(page)
      })

      await test.step('saved, it is carried out', async () => {
        await button(say.save).click()
        await expect(page.getByText(say.saved)).toBeVisible()
        await expect(page.getByText(say.sentence)).toBeVisible()
        await letter('发票 78')
        await expectRows(page, '/folder/archive', /发票 78/)
      })

      await test.step('moved and taken away, and back at its place', async () => {
        await ask(page, 'mailFiltering/saveRule.action', { rule: JSON.stringify(second) })
        await page.goto('/settingPc?section=rules')
        const rules = page.locator('.rules-row')
        await expect(rules).toHaveText([/Shop/, /\*/])
        if (say.handle === null) {
          await button(say.moreOf).click()
          await page.getByRole('menuitem').nth(1).click()
        } else {
          await button(say.handle).focus()
          await page.keyboard.press('Alt+ArrowDown')
          await expect(button(say.handle)).toBeFocused()
        }
        await expect(page.getByText(say.moved)).toBeAttached()
        await expect(rules).toHaveText([/\*/, /Shop/])
        await expectSound(page)
        await button(say.moreOf).click()
        await page.getByRole('menuitem', { name: say.remove }).click()
        await expect(page.getByText(say.removed)).toBeVisible()
        await expect(rules).toHaveCount(1)
        await button(say.undo).click()
        await expect(rules).toHaveText([/\*/, /Shop/])
        await page.reload()
        await expect(rules).toHaveText([/\*/, /Shop/])
      })
    })
  })
}

const runs = [
  {
    ...{ language: 'zh-CN', width: 1440, account: 'rules-run-zh@ep.test', open: '立即执行', title: '立即执行规则' },
    ...{ hint: /不会转发、回复或拒收任何邮件/, start: /^执\s?行$/, changed: /“收件箱”中有 2 封邮件已更改/ },
    ...{ undo: /^撤\s?销$/, undone: '已还原 2 封邮件' },
  },
  {
    ...{ language: 'en-US', width: 390, account: 'rules-run-en@ep.test', open: 'Run now', title: 'Run rules now' },
    ...{ hint: /Nothing is forwarded, answered or rejected/, start: 'Run', changed: /“Inbox”: 2 messages changed/ },
    ...{ undo: 'Undo', undone: '2 messages put back as they were' },
  },
] as const satisfies readonly { readonly language: Tongue; readonly [key: string]: unknown }[]

for (const say of runs) {
  test.describe(`run now, ${say.language} at ${say.width} px`, { tag: '@all' }, () => {
    test.use({ viewport: { width: say.width, height: 844 }, locale: say.language })

    test('rules are run now on a folder, and Undo puts each message back', async ({ page, gateway }) => {
      await speak(page, say.language)
      await gateway.addAccount(say.account, password)
      await signIn(page, say.account, say.language)
      for (const subject of ['账单 1', '账单 2', '计划'])
        await gateway.deliver({ from: 'Shop <shop@far.example>', to: say.account, subject, text: 'A line.' })
      const rule = {
        ...{ name: '账单', match: 'all', exceptions: [], stops: false },
        conditions: [{ kind: 'subject', test: 'contains', values: ['账单'] }],
        actions: [{ kind: 'file', folder: 'archive' }, { kind: 'markSeen' }],
      }
      await ask(page, 'mailFiltering/saveRule.action', { rule: JSON.stringify(rule) })
      await page.goto('/settingPc?section=rules')
      await page.getByRole('button', { name: say.open, exact: true }).click()
      const dialog = page.getByRole('dialog', { name: say.title })
      await expect(dialog.getByText(say.hint)).toBeVisible()
      await dialog.getByRole('button', { name: say.start, exact: true }).click()
      await expect(page.getByText(say.changed)).toBeVisible()
      await expectSound(page)
      await expectRows(page, '/folder/archive', /账单 1/)
      await page.goto('/settingPc?section=rules')
      await page.getByRole('button', { name: say.undo, exact: true }).click()
      await expect(page.getByText(say.undone)).toBeVisible()
      await page.goto('/receive')
      await expect(page.getByRole('row', { name: /账单|计划/ })).toHaveCount(3)
      for (const subject of ['账单 1', '账单 2'])
        await expect(page.getByRole('row', { name: new RegExp(subject) })).toBeVisible()
    })
  })
}
