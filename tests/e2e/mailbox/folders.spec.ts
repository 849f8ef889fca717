/** A person makes folders, puts them in one another and in order, and clears them away again, with the keyboard alone. */

import { expect, test } from '../gateway'
import { expectSound, signIn, speak, type Tongue } from '../shell'

const journeys = [
  {
    language: 'zh-CN',
    width: 1440,
    menu: null,
    add: '新建文件夹',
    name: '名称',
    manage: '文件夹管理',
    grip: (name: string) => `移动“${name}”的位置`,
    actions: (name: string) => `“${name}”的操作`,
    remove: '删除',
    removeDo: '删除文件夹',
    target: '邮件移到',
    said: /已删除文件夹“客户”，移走 1 封邮件，现在显示收件箱/,
    moved: /^“客户”现在排在第 \d 位，共 \d 个$/,
  },
  {
    language: 'en-US',
    width: 390,
    menu: 'Open menu',
    add: 'New folder',
    name: 'Name',
    manage: 'Manage folders',
    grip: (name: string) => `Move “${name}”`,
    actions: (name: string) => `Actions for “${name}”`,
    remove: 'Delete',
    removeDo: 'Delete folder',
    target: 'Move its messages to',
    said: /Folder “客户” deleted, 1 message moved. This is your inbox/,
    moved: /^“客户” is now number \d of \d$/,
  },
] as const satisfies readonly { readonly language: Tongue; readonly [key: string]: unknown }[]

for (const say of journeys) {
  test.describe(`${say.language} at ${say.width} px`, () => {
    test.use({ viewport: { width: say.width, height: 844 } })

    test('folders are made, put in order and removed by keyboard', async ({ page, gateway }) => {
      await gateway.addAccount('lin@ep.test', 'Passw0rd!a')
      await gateway.deliver({ from: 'anna@example.com', to: 'lin@ep.test', subject: 'Offer', text: 'Hello' })
      await speak(page, say.language)
      await signIn(page, 'lin@ep.test', say.language)
      const openSide = async () => {
        if (say.menu !== null) await page.getByRole('button', { name: say.menu }).press('Enter')
      }
      const dialog = (name: string) => page.getByRole('dialog', { name, exact: true })

      await openSide()
      // In this order by name in both languages, as well as by time.
      for (const name of ['合同', '客户']) {
        await page.getByRole('button', { name: say.add }).press('Enter')
        await expect(dialog(say.add).getByRole('textbox', { name: say.name })).toBeFocused()
        await page.keyboard.insertText(name)
        await page.keyboard.press('Enter')
        await expect(page.getByRole('link', { name })).toBeVisible()
      }

      await page.getByRole('button', { name: say.manage }).press('Enter')
      const manage = dialog(say.manage)
      await manage.getByRole('button', { name: say.grip('客户') }).focus()
      await page.keyboard.press('Alt+ArrowUp')
      await expect(manage.getByRole('status')).toHaveText(say.moved)
      // A mail server may hold other folders beside them.
      await expect(manage.getByRole('rowheader', { name: /合同|客户/ })).toHaveText(['客户', '合同'])
      await expect(manage.getByRole('button', { name: say.grip('客户') })).toBeFocused()
      await expectSound(page)
      await page.keyboard.press('Escape')
      await expect(manage).toBeHidden()

      await page.getByRole('link', { name: '客户' }).press('Enter')
      await page.waitForURL('**/folder/*')
      // A press before the sidebar has closed would close it.
      if (say.menu !== null) await expect(page.getByRole('link', { name: '客户' })).toBeHidden()
      await openSide()
      await expect(page.getByRole('link', { name: '客户' })).toHaveAttribute('aria-current', 'page')
      await expect(page.getByRole('link', { name: /合同|客户/ })).toHaveText(['客户', '合同'])
      const id = new URL(page.url()).pathname.split('/').at(-1) ?? ''
      const token = await page.evaluate(
        () => JSON.parse(localStorage.getItem('ep_tokenList') ?? '{}').value.accessToken,
      )
      const ask = async (path: string, form: Record<string, string>) =>
        (await page.request.post(`/webmail/${path}`, { form, headers: { authorization: `Bearer ${token}` } })).json()
      const [mail] = (await ask('query/queryfolder2.action', { folder: 'inbox' })).list
      await ask('manage/move2.action', { ids: mail.id, target: id })

      await page.getByRole('button', { name: say.actions('客户') }).press('Enter')
      await page.getByRole('menuitem', { name: say.remove, exact: true }).press('Enter')
      await page.getByRole('combobox', { name: say.target }).selectOption({ label: '合同' })
      await expectSound(page)
      await page.getByRole('button', { name: say.removeDo }).press('Enter')
      await expect(page.getByText(say.said)).toBeVisible()
      await page.waitForURL('**/receive')
      await openSide()
      await expect(page.getByRole('link', { name: '客户' })).toHaveCount(0)
      await expect(page.getByRole('link', { name: /合同.*1/ })).toBeVisible()
    })
  })
}
