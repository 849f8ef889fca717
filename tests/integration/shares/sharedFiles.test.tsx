/** A share of files from both sides: chosen and made by their owner, walked through by a guest. */
import { Readable } from 'node:stream'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { sharedFolder } from '#contract/endpoints/sending/sharedFiles'
import '#src/features/files/FilesPage'
import '#src/features/files'
import '#src/features/shares'
import '#src/features/shares/ShareMailPage'
import '#src/features/shares/guest/LinkAccessPage'
import { openServer, renderApp } from '../../support/browser/renderApp'
import { makeCalls, type Signed } from '../../support/gateway/calls'
import { makeTestGateway, type TestGateway } from '../../support/gateway/gateway'

const minute = 60_000

openServer()
let gateway: TestGateway
let lin: Signed
let offer: string
beforeEach(async () => {
  gateway = await makeTestGateway()
  const { id } = await gateway.account('lin@ep.test', { tier: 'soho' })
  lin = await makeCalls(gateway).signIn('lin@ep.test')
  await gateway.stores.files.addFolder(id, { id: 'contracts', parent: '', name: '合同' }, 1)
  const add = async (name: string, parent: string) => {
    const source = { open: async () => Readable.from([Buffer.from(name)]), path: null }
    const file = { upload: name, parent, name, size: Buffer.byteLength(name), type: 'text/plain', source }
    return (await gateway.stores.files.addFile(id, file, 'ask', { now: 1, room: 999 })).id
  }
  offer = await add('报价.txt', 'contracts')
  await add('说明.txt', '')
  window.localStorage.clear()
  window.sessionStorage.clear()
})
afterEach(() => gateway.close())

async function make(form: Record<string, string | number | string[]> = {}) {
  const wanted = { ids: ['contracts'], time: 1, ...form }
  const { json } = await makeCalls(gateway).post('share/shareFiles.action', wanted, { session: lin })
  return { secret: String(json.secret), id: String(Object(json.share).id) }
}
const press = (label: string) => fireEvent.click(screen.getByText(label))

it('the owner chooses files and folders, is told what a folder shows, and sees the share in the list', async () => {
  await renderApp('/ShareMail', { as: 'lin', gateway })
  fireEvent.click(await screen.findByRole('button', { name: '分享文件' }))
  const picker = within(await screen.findByRole('dialog'))
  fireEvent.click(await picker.findByText('选好了'))
  expect(await screen.findByText('必须至少选择一个文件')).toBeInTheDocument()
  fireEvent.click(await picker.findByRole('checkbox', { name: '选择“合同”' }))
  fireEvent.click(picker.getByRole('checkbox', { name: /^说明\.txt/ }))
  fireEvent.click(picker.getByText('选好了'))
  expect(await screen.findByText('合同，说明.txt')).toBeVisible()
  expect(screen.getByText(/^文件夹里显示打开时的内容/)).toBeVisible()
  fireEvent.change(screen.getByLabelText('访问码（可选）'), { target: { value: '8341' } })
  press('生成链接')
  expect(await screen.findByDisplayValue(/\/linkAccess#s=[\w-]{43}$/)).toHaveAccessibleName('分享链接')
  const row = await screen.findByText(/^文件 · 10 B · .* · 需访问码 · 打开 0 次$/)
  expect(row.closest('li')).toHaveTextContent('合同，说明.txt')
})

it('in My files the selected ones are shared without leaving the page', async () => {
  await renderApp('/records', { as: 'lin', gateway })
  const line = within(await screen.findByRole('row', { name: /^说明\.txt/ }))
  fireEvent.click(line.getByRole('checkbox'))
  fireEvent.click(screen.getByRole('button', { name: '分享' }))
  const dialog = within(await screen.findByRole('dialog'))
  fireEvent.click(await dialog.findByText('生成链接'))
  expect(await dialog.findByDisplayValue(/\/linkAccess#s=/)).toBeVisible()
})

it('S21: a guest sees nothing before the code, goes into the folder and back, saves, and is told of the end', async () => {
  const { secret } = await make({ code: '8341' })
  const sent: unknown[] = []
  const { fetch: fetched } = gateway
  const submit = vi.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(function (this: HTMLFormElement) {
    sent.push([new URL(this.action).pathname, ...[...new FormData(this)].filter(([key]) => key !== 'visit').flat()])
  })
  const asked: string[] = []
  vi.spyOn(gateway, 'fetch').mockImplementation((request) => {
    asked.push(new URL(request.url).pathname)
    return fetched(request)
  })
  await renderApp(`/linkAccess#s=${secret}`, { gateway, fetch: globalThis.fetch })
  const field = await screen.findByLabelText('访问码')
  expect(document.body).not.toHaveTextContent(/合同|文件|邮件/)
  fireEvent.change(field, { target: { value: '8341' } })
  press('打开')
  fireEvent.click(await screen.findByRole('button', { name: '合同' }))
  const heading = await screen.findByRole('heading', { level: 1, name: '合同' })
  await waitFor(() => expect(heading).toHaveFocus())
  expect(await screen.findByText('文本 · 10 B')).toBeVisible()
  fireEvent.click(screen.getByRole('button', { name: '下载 报价.txt' }))
  await waitFor(() => expect(sent).toEqual([['/webmail/share/file.action', 'id', offer]]))
  press('下载此文件夹（ZIP）')
  await waitFor(() => expect(sent[1]).toEqual(['/webmail/share/zip.action', 'ids', 'contracts']))
  fireEvent.click(within(screen.getByRole('navigation', { name: '所在位置' })).getByText('分享的文件'))
  fireEvent.click(await screen.findByText('全部下载（ZIP）'))
  await waitFor(() => expect(sent[2]).toEqual(['/webmail/share/zip.action']))
  gateway.clock.advance(15 * minute)
  fireEvent.click(screen.getByText('全部下载（ZIP）'))
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('链接已过期'))
  expect(sent).toHaveLength(3)
  expect(asked.filter((path) => path === `/${sharedFolder.path}`)).toHaveLength(1)
  submit.mockRestore()
})

it('a download beyond what a share gives is refused by itself: the guest stays', async () => {
  const { id } = await gateway.account('chen@ep.test', { tier: 'soho' })
  const source = { open: async () => Readable.from([Buffer.from('png')]), path: null }
  const file = { upload: 'p', parent: '', name: '照片.png', size: 3, type: 'image/png', source }
  const picture = await gateway.stores.files.addFile(id, file, 'ask', { now: 1, room: 999 })
  lin = await makeCalls(gateway).signIn('chen@ep.test')
  const { secret } = await make({ ids: [picture.id] })
  const spent = { code: 'shareOver', msg: 'errors:shareOver', reason: 'usedUp' }
  const fetch = async () => new Response(JSON.stringify(spent), { status: 410 })
  await renderApp(`/linkAccess#s=${secret}`, { gateway, fetch })
  fireEvent.click(await screen.findByText('打开'))
  const opener = await screen.findByRole('button', { name: '照片.png' })
  opener.focus()
  fireEvent.click(opener)
  expect(await screen.findByText(/^此分享的下载量即将用完/)).toBeInTheDocument()
  expect(opener).toHaveFocus()
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('分享的文件')
  expect(window.sessionStorage.length).toBeGreaterThan(0)
})
