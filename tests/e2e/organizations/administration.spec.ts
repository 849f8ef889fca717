/** An administrator adds, locks out and removes members, whose messages are handed over. */
import { names } from '../../servers/lab/env'
import { expect, test } from '../gateway'
import { expectRows, expectSound, password, signIn, speak, type Tongue } from '../shell'

const isOverServers = process.env[names.databaseUrl] !== undefined

const journeys = [
  {
    language: 'zh-CN',
    width: 1440,
    name: 'heads-zh',
    section: '企业管理',
    elsewhere: '成员账号由邮件服务器管理，不能在此修改。',
    members: '成员',
    log: '操作日志',
    add: '添加成员',
    field: '地址（@ 之前）',
    actions: '的操作',
    lock: '锁定',
    locked: '已锁定',
    unlock: '解锁',
    reset: '重设密码',
    password: '密码',
    remove: '移除成员',
    target: '接收人',
    removed: '成员已移除',
  },
  {
    language: 'en-US',
    width: 390,
    name: 'heads-en',
    section: 'Organization',
    elsewhere: "The mail server manages the members' accounts: they cannot be changed here.",
    members: 'Members',
    log: 'Audit log',
    add: 'Add member',
    field: 'Address (before the @)',
    actions: 'Actions for ',
    lock: 'Lock',
    locked: 'Locked',
    unlock: 'Unlock',
    reset: 'Reset password',
    password: 'Password',
    remove: 'Remove member',
    target: 'Recipient',
    removed: 'Member removed',
  },
] as const satisfies readonly { readonly language: Tongue; readonly [key: string]: unknown }[]

for (const say of journeys)
  test.describe(`${say.language} at ${say.width} px`, say.width < 600 ? { tag: '@all' } : {}, () => {
    test.use({
      viewport: { width: say.width, height: 844 },
      locale: say.language,
      settings: { MAIL_DOMAINS: 'ep.test,acme.test' },
    })

    test('an administrator changes members and hands the messages of one over', async ({ page, gateway }) => {
      const [head, member] = [`${say.name}@ep.test`, `${say.name}-leaves@ep.test`]
      await speak(page, say.language)
      for (const address of [head, member]) await gateway.addAccount(address, password)
      await gateway.addOrganization('acme', 'acme.test', [head, member])
      await gateway.appoint('acme', head)
      await gateway.deliver({ from: 'san@corp.test', to: member, subject: '年度预算', text: 'Hi' })
      await signIn(page, head, say.language)
      await page.goto('/Setting')
      await page.getByRole('link', { name: new RegExp(`^${say.section}`) }).click()
      if (isOverServers) {
        await expect(page.getByText(say.elsewhere)).toBeVisible()
        return
      }
      await page.getByRole('tab', { name: say.members }).click()
      const actions = page.getByRole('button', {
        name: new RegExp(`${member}.*${say.actions}|${say.actions}${member}`),
      })
      const act = async (action: string) => {
        await actions.click()
        await page.getByRole('menuitem', { name: action, exact: true }).click()
      }
      const dialog = page.getByRole('dialog')
      await page.getByRole('button', { name: say.add }).click()
      await dialog.getByLabel(say.field).fill(`${say.name}-new`)
      await expectSound(page)
      await dialog.getByRole('button', { name: say.add }).click()
      await expect(page.getByText(`${say.name}-new@acme.test`)).toBeVisible()
      await act(say.lock)
      await dialog.getByRole('button', { name: say.lock }).click()
      await expect(page.getByText(say.locked, { exact: true })).toBeVisible()
      await act(say.reset)
      await expect(dialog.getByLabel(say.password)).toHaveValue(/^\w{14}$/)
      await dialog.getByRole('button', { name: say.reset }).click()
      await expect(dialog).toBeHidden()
      await expectSound(page)
      await act(say.remove)
      await dialog.getByRole('combobox', { name: say.target }).fill(say.name)
      await page.getByText(`· ${head}`).click()
      await dialog.getByRole('button', { name: say.remove }).click()
      await expect(actions).toHaveCount(0)
      await page.getByRole('tab', { name: say.log }).click()
      await expect(page.getByText(say.removed, { exact: true })).toBeVisible()
      await expectSound(page)
      // On a phone the folders stand behind a button of the layout, which has its own journeys.
      if (say.width < 600) return
      await page.goto('/')
      await page.getByRole('link', { name: new RegExp(member) }).click()
      await page.waitForURL('**/folder/**')
      await expectRows(page, new URL(page.url()).pathname, /年度预算/)
    })
  })
