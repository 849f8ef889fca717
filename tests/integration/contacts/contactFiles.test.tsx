/** Import and export of contacts on their page: refusals beside the step, an import found running, who is exported. */
// The network of these tests is Node's, which takes Node's files alone.
import { File } from 'node:buffer'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { contactTransferLimits } from '#contract/contacts/contactFiles'
// The code of the dialogs is fetched before the time of a test begins.
import '#src/features/contacts/transfer'
import { openServer, renderApp } from '../../support/browser/renderApp'
import { makeCalls, type RawValues } from '../../support/gateway/calls'
import { finishedUpload } from '../../support/gateway/finishedUpload'
import { bytesOf, makeTestGateway, type TestGateway } from '../../support/gateway/gateway'

openServer()

let gateway: TestGateway
afterEach(() => gateway.close())

async function opened(path = '/Contact') {
  gateway = await makeTestGateway()
  const calls = makeCalls(gateway)
  await gateway.account('lin@ep.test', { tier: 'soho' })
  const session = await calls.signIn('lin@ep.test')
  const post = async (call: string, form: RawValues = {}) =>
    (await calls.post(`contact/${call}.action`, form, { session })).json
  for (const name of ['王丽', '陈思远']) {
    const emails = [{ label: '', value: `p${name.length}@ep.test` }]
    await post('createContact', { contact: JSON.stringify({ name, emails, starred: name === '王丽' }) })
  }
  const upload = (name: string, text: string) => finishedUpload({ gateway, calls, session }, name, text)
  return { ...(await renderApp(path, { as: 'lin', gateway })), post, upload }
}

type User = Awaited<ReturnType<typeof opened>>['user']

async function openDialog(user: User, which: '导入' | '导出') {
  await user.click(await screen.findByRole('button', { name: '导入和导出' }))
  await user.click(screen.getByRole('menuitem', { name: `${which}联系人…` }))
  // antd gives all its titles one id in tests, so that a dialog cannot be found by its own.
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText(`${which}联系人`)).toBeVisible()
  return dialog
}
type Dialog = Awaited<ReturnType<typeof openDialog>>
const choose = (dialog: Dialog, file: File) =>
  fireEvent.change(dialog.getByLabelText('选择文件', { selector: 'input' }), { target: { files: [file] } })

describe('an import of contacts', () => {
  it('refuses what is neither csv nor vcf, or too large, before any of it is sent', async () => {
    const { user } = await opened()
    const dialog = await openDialog(user, '导入')
    choose(dialog, new File(['x'], 'people.xlsx'))
    expect(await dialog.findByRole('alert')).toHaveTextContent('只能导入 csv 或 vcf 文件')
    const large = Object.defineProperty(new File(['x'], 'a.csv'), 'size', {
      value: contactTransferLimits.fileBytes + 1,
    })
    choose(dialog, large)
    await waitFor(() => expect(dialog.getByRole('alert')).not.toHaveTextContent('csv'))
    choose(dialog, new File(['PK\u0003\u0004'], 'a.csv'))
    expect(await dialog.findByText('只能导入 csv 或 vcf 文件')).toBeVisible()
  })

  it('offers the columns of a program by its header, goes back, and merges into who is there', async () => {
    const { user, post } = await opened()
    const dialog = await openDialog(user, '导入')
    choose(dialog, new File(['First Name,Last Name,E-mail Address,Business Street\nWang,Li,p2@ep.test,C\n'], 'o.csv'))
    expect(await dialog.findByText('p2@ep.test')).toBeVisible()
    expect(dialog.getByText('编码和预览', { selector: '[aria-current]' })).toBeVisible()
    await user.click(dialog.getByRole('button', { name: '下一步' }))
    expect(dialog.getByText('识别为 Outlook 的通讯录，请核对每一列。')).toBeVisible()
    expect(dialog.getByRole('combobox', { name: 'First Name 对应的字段' })).toBeVisible()
    await user.click(dialog.getByRole('button', { name: '上一步' }))
    expect(await dialog.findByText('p2@ep.test')).toBeVisible()
    await user.click(dialog.getByRole('button', { name: '下一步' }))
    await user.click(dialog.getByRole('button', { name: '下一步' }))
    await user.click(dialog.getByRole('radio', { name: /^合并/ }))
    await user.click(dialog.getByRole('button', { name: '开始导入' }))
    expect(await dialog.findByRole('heading', { name: '导入完成' })).toBeVisible()
    expect(dialog.getByText('合并 1 位')).toBeVisible()
    await user.click(dialog.getByRole('button', { name: '撤销导入 o.csv' }))
    expect(await dialog.findByRole('heading', { name: '导入已撤销' })).toBeVisible()
    expect(JSON.stringify(await post('queryAllContacts', { known: '' }))).not.toContain('Wang')
    await user.click(dialog.getByRole('button', { name: '导入其他文件' }))
    expect(within(dialog.getByRole('region', { name: '最近的导入' })).getByText('o.csv')).toBeVisible()
  })

  it('that runs already is found, and can be stopped', async () => {
    const { user, post, upload } = await opened()
    await gateway.house.dispatcher.stop()
    const id = await upload('slow.vcf', 'BEGIN:VCARD\nFN:A\nEMAIL:a@x.test\nEND:VCARD\n')
    await post('importContacts', { upload: id, encoding: 'utf-8', duplicates: 'skip' })
    const dialog = await openDialog(user, '导入')
    expect(await dialog.findByRole('heading', { name: '正在导入 slow.vcf' })).toBeVisible()
    await user.click(dialog.getByRole('button', { name: '停止导入' }))
    expect(await dialog.findByRole('heading', { name: '导入已停止' })).toBeVisible()
  })
})

describe('an export of contacts', () => {
  it('is of the selection, of what the list shows, or of all', async () => {
    const { user } = await opened('/Contact?group=starred')
    const links: string[] = []
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      links.push(this.href)
    })
    const total = async (who: RegExp | string, format: RegExp) => {
      const dialog = await openDialog(user, '导出')
      await user.click(dialog.getByRole('radio', { name: who }))
      await user.click(dialog.getByRole('radio', { name: format }))
      await user.click(dialog.getByRole('button', { name: '下载' }))
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
      const { pathname, search } = new URL(links.at(-1) ?? '')
      const { body } = await gateway.handle({ method: 'GET', path: pathname, query: search.slice(1) })
      if (typeof body === 'string') throw new Error(body)
      return (await bytesOf(body)).toString()
    }
    await screen.findByRole('row', { name: /王丽/ })
    const shown = await total('星标', /vCard 3/)
    expect(shown).toContain('FN:王丽')
    expect(shown).not.toContain('陈思远')
    const all = await total('全部联系人（2 位）', /^csv/)
    expect(all.split('\r\n')).toHaveLength(4)
    await user.click(screen.getByRole('checkbox', { name: '选择 王丽' }))
    expect((await total('已选择的 1 位', /vCard 4/)).match(/BEGIN:VCARD/g)).toHaveLength(1)
  })
})
