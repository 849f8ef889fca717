/** Mails that come in from files: chosen or dropped, uploaded, taken in, and each refusal beside its name. */
// The network of these tests is Node's, which takes Node's files alone.
import { File } from 'node:buffer'
import { createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { limits } from '#contract/limits'
import { openServer, renderApp, server } from '../../support/browser/renderApp'
import { makeTestGateway, type TestGateway } from '../../support/gateway/gateway'
import { deliverPlain } from '../../support/mail/mailboxMails'

openServer()

let gateway: TestGateway
beforeEach(async () => {
  gateway = await makeTestGateway()
  await gateway.account('lin@ep.test')
  await deliverPlain(gateway, 'lin', { subject: 'Here already' })
})
afterEach(() => gateway.close())

async function inbox(language = 'zh-CN', path = '/receive') {
  window.localStorage.setItem('ep_language', JSON.stringify({ value: language, expires: null }))
  const app = await renderApp(path, { as: 'lin', gateway })
  await screen.findByRole('row')
  return app
}

const absent = (): never => {
  throw new Error('There is no such mailbox')
}
const mail = (subject: string) => `Date: Tue, 3 Mar 2020 10:00:00 +0800\r\nSubject: ${subject}\r\n\r\nText\r\n`
const file = (name: string, content = mail(name)) => new File([content], name)
const bytesLike = (name: string, size: number) => Object.defineProperty(file(name), 'size', { value: size })

type Within = ReturnType<typeof within>
const choose = (dialog: Within, label: string, files: readonly File[]) =>
  fireEvent.change(dialog.getByLabelText(label, { selector: 'input' }), { target: { files } })

async function openDialog(user: Awaited<ReturnType<typeof inbox>>['user']) {
  await user.click(screen.getByRole('button', { name: '列表操作' }))
  await user.click(screen.getByRole('menuitem', { name: '导入邮件…' }))
  return within(await screen.findByRole('dialog', { name: '导入邮件' }))
}

describe('an import', () => {
  it('is asked for in the menu of the list, goes into the chosen folder, and is confirmed there', async () => {
    const { user } = await inbox()
    const dialog = await openDialog(user)
    expect(dialog.getByRole('combobox', { name: '导入到' })).toHaveValue('inbox')
    await user.selectOptions(dialog.getByRole('combobox', { name: '导入到' }), '已发送')
    await user.click(dialog.getByRole('button', { name: '开始导入' }))
    expect(screen.getByRole('dialog', { name: '导入邮件' })).toBeVisible()
    choose(dialog, '选择文件', [file('一.eml'), file('二.eml')])
    expect(dialog.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      expect.stringContaining('一.eml'),
      expect.stringContaining('二.eml'),
    ])
    await user.click(dialog.getByRole('button', { name: '移除 二.eml' }))
    await user.click(dialog.getByRole('button', { name: '开始导入' }))
    expect(await screen.findByText('已导入 1 封邮件')).toBeVisible()
    expect(await screen.findByRole('row', { name: /一\.eml/ })).toHaveTextContent('03-03')
    expect(window.location.pathname).toBe('/sent')
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('S27: says which file has no room beside those that are on their way', async () => {
    const owner = await gateway.stores.accounts.byAddress('lin@ep.test')
    const { limit } = await gateway.stores.mailStores.of(owner ?? absent()).quota()
    const taken = { name: 'a.mbox', type: 'x', size: limit - 6_000, cid: null }
    await gateway.stores.uploads.start(owner?.id ?? '', taken, gateway.clock.now(), 2 ** 40)
    const { user } = await inbox()
    const dialog = await openDialog(user)
    choose(dialog, '选择文件', [file('big.mbox', `From a\n${'x'.repeat(8_000)}`)])
    await user.click(dialog.getByRole('button', { name: '开始导入' }))
    expect(await dialog.findByText(/邮箱空间已满/)).toBeVisible()
  })

  it('names each file that was refused with its reason, for as long as a person wants to know', async () => {
    const { user } = await inbox('en-US')
    await user.click(screen.getByRole('button', { name: 'List actions' }))
    await user.click(screen.getByRole('menuitem', { name: 'Import messages…' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Import messages' }))
    const files = [file('good.eml'), file('photo.eml', 'no mail'), file('cut.zip', 'PK and no more')]
    choose(dialog, 'Choose files', files)
    await user.click(dialog.getByRole('button', { name: 'Import' }))
    const ended = within(await screen.findByRole('region', { name: 'Ended work' }))
    expect(ended.getByText('1 message imported, 2 refused')).toBeVisible()
    await user.click(ended.getByRole('button', { name: 'Details' }))
    const result = within(await screen.findByRole('dialog', { name: 'Result of the import' }))
    expect(result.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      'good.eml1 message imported',
      'photo.emlThis file is not a message',
      'cut.zipThe archive cannot be read',
    ])
    await user.click(result.getByRole('button', { name: 'Close' }))
    await user.click(ended.getByRole('button', { name: 'Close' }))
    expect(screen.queryByRole('region', { name: 'Ended work' })).toBeNull()
  })

  it('says before anything is sent what is empty or too large', async () => {
    const { user } = await inbox()
    const dialog = await openDialog(user)
    const files = [
      file('empty.eml', ''),
      bytesLike('large.eml', limits.messageBytes + 1),
      bytesLike('huge.zip', limits.importedFileBytes + 1),
    ]
    choose(dialog, '选择文件', files)
    const told = dialog.getAllByRole('alert').map((alert) => alert.textContent)
    expect(told).toEqual(['这不是邮件', '内容超过了大小限制', '内容超过了大小限制'])
    expect(dialog.getByRole('button', { name: '开始导入' })).toHaveAttribute('aria-disabled', 'true')
  })

  it('goes on where the gateway stands after a cut', async () => {
    const { user } = await inbox()
    const dialog = await openDialog(user)
    choose(dialog, '选择文件', [file('a.eml')])
    server.use(http.post('*/webmail/writemail/uploadPart.action', () => HttpResponse.error(), { once: true }))
    await user.click(dialog.getByRole('button', { name: '开始导入' }))
    expect(await dialog.findByRole('alert')).toHaveTextContent('连接不上服务器')
    await user.click(dialog.getByRole('button', { name: '重试' }))
    expect(await screen.findByText('已导入 1 封邮件')).toBeVisible()
    expect(await screen.findByRole('row', { name: /a\.eml/ })).toBeVisible()
  })

  it('shows how far it is in files and mails, speaks each quarter, and is cancelled', async () => {
    const lin = await gateway.stores.accounts.byAddress('lin@ep.test')
    await gateway.house.dispatcher.stop()
    const file = { uploadId: 'u', entries: 0, kept: 0, refused: 0, refusals: [] }
    const first = { ...file, name: 'a.zip', size: 600, read: 600, state: 'read' as const, kept: 3 }
    const second = { ...file, name: 'b.zip', size: 400, read: 200, state: 'reading' as const }
    await gateway.stores.mailJobs.add({
      id: 'i1',
      accountId: lin?.id ?? '',
      work: { kind: 'import', files: [first, second] },
      folder: 'inbox',
      filter: 'all',
      state: 'running',
      total: 2,
      done: 3,
      position: 0,
      reason: null,
      createdAt: gateway.clock.now(),
    })
    const { user } = await inbox()
    const bar = await screen.findByRole('progressbar', { name: '正在导入：第 2 / 2 个文件，已导入 3 封' })
    expect([bar.getAttribute('value'), bar.getAttribute('max')]).toEqual(['800', '1000'])
    expect(screen.getByText('正在导入邮件，已完成百分之 75')).toHaveAttribute('role', 'status')
    const work = screen.getByRole('region', { name: '正在进行的操作' })
    await user.click(within(work).getByRole('button', { name: '取消' }))
    expect(await screen.findByText('已取消，已处理 3 封邮件')).toBeVisible()
  })

  it('is offered for files that are dropped on the list or on a folder, and by the folder’s own menu', async () => {
    const { user } = await inbox()
    const drop = (target: Element) => {
      const dataTransfer = { files: [file('dropped.eml')], types: ['Files'], dropEffect: 'none' }
      const over = createEvent.dragOver(target, { dataTransfer })
      fireEvent(target, over)
      expect(over.defaultPrevented).toBe(true)
      fireEvent.drop(target, { dataTransfer })
    }
    const row = await screen.findByRole('row', { name: /Here already/ })
    // Files are taken once the list has all of its commands.
    await waitFor(() => drop(row))
    const beside = createEvent.dragOver(screen.getByRole('region', { name: '阅读邮件' }), {
      dataTransfer: { files: [], types: ['Files'], dropEffect: 'copy' },
    })
    fireEvent(screen.getByRole('region', { name: '阅读邮件' }), beside)
    expect(beside.defaultPrevented).toBe(true)
    let dialog = within(await screen.findByRole('dialog', { name: '导入邮件' }))
    expect(dialog.getByRole('combobox')).toHaveValue('inbox')
    expect(dialog.getByRole('listitem')).toHaveTextContent('dropped.eml')
    await user.click(dialog.getByRole('button', { name: '取消' }))
    drop(within(screen.getByRole('navigation', { name: '邮件文件夹' })).getByRole('link', { name: /已删除/ }))
    dialog = within(await screen.findByRole('dialog', { name: '导入邮件' }))
    expect(dialog.getByRole('combobox')).toHaveValue('deleted')
    await user.click(dialog.getByRole('button', { name: '取消' }))
    await user.click(await screen.findByRole('button', { name: '“垃圾邮件”的操作' }))
    await user.click(screen.getByRole('menuitem', { name: '导入邮件到此…' }))
    dialog = within(await screen.findByRole('dialog', { name: '导入邮件' }))
    expect(dialog.getByRole('combobox')).toHaveValue('junk')
    await waitFor(() => expect(dialog.queryByRole('listitem')).toBeNull())
  })
})
