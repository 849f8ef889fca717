/** My files on their page. */
// The network of these tests is Node's, which takes Node's files alone.
import { Blob, File } from 'node:buffer'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
// Fetched before the time of a test begins.
import '#src/features/files/FilesPage'
import '#src/features/files/mine/FolderPicker'
import { listFiles } from '#contract/endpoints/files/files'
import { addFile, startFileUpload } from '#contract/endpoints/files/transfers'
import { uploadPart } from '#contract/endpoints/sending/uploads'
import { limits } from '#contract/limits'
import {
  type FileUpload,
  fileUploadChanged,
  fileUploadsDropped,
  selectFiles,
} from '#src/features/files/mine/filesSlice'
import { takeFilesIn } from '#src/features/files/mine/fileUploads'
import { signedOut } from '#src/store/session/session'
import type { AppStore } from '#src/store/typed'
import { openServer, renderApp, server } from '../../support/browser/renderApp'
import { makeCalls, type RawValues } from '../../support/gateway/calls'
import { makeTestGateway, type TestGateway } from '../../support/gateway/gateway'

openServer()

let gateway: TestGateway
/** Of all pages, in a browser that has locks. */
const locked = new Set<string>()
const locks = {
  request: async (name: string) => void locked.add(name),
  query: async () => ({ held: Array.from(locked, (name) => ({ name })) }),
}
beforeAll(() => void Object.assign(navigator, { locks }))
afterAll(() => void Reflect.deleteProperty(navigator, 'locks'))
afterEach(() => gateway.close())

const kept = () => window.sessionStorage.getItem('ep_fileUploads')

/** The store of a test before this one may have had the last change: from here on it is this one's. */
async function keeping(store: AppStore) {
  window.sessionStorage.setItem('ep_fileUploads', '{}')
  const again = () => {
    store.dispatch(fileUploadsDropped([]))
    return kept()
  }
  await expect.poll(again, { timeout: 5_000, interval: 200 }).toBeNull()
}

/** What is kept for the page that comes after this one. */
function keptAtLeaving() {
  window.dispatchEvent(new Event('pagehide'))
  return kept() ?? ''
}

/** `before`: folders that are there when the page opens, in `made`. */
async function opened(path = '/records', before: readonly string[] = []) {
  gateway = await makeTestGateway()
  const calls = makeCalls(gateway)
  await gateway.account('lin@ep.test', { tier: 'soho' })
  const session = await calls.signIn('lin@ep.test')
  const post = async (call: string, form: RawValues = {}) =>
    (await calls.post(`files/${call}.action`, form, { session })).json
  const made: unknown[] = []
  for (const name of before) made.push((await post('addFolder', { name })).entry)
  return { ...(await renderApp(path, { as: 'lin', gateway })), made, post, session, calls }
}

/** A browser says where a chosen folder's file lay, and nothing of any other. */
const fileOf = (content: string, name: string) => Object.assign(new File([content], name), { webkitRelativePath: '' })

const row = (name: RegExp) => screen.findByRole('row', { name })

describe('my files', () => {
  it('are empty at first; a folder is made, opened and left again', async () => {
    const { user } = await opened()
    expect(await screen.findByText('这个文件夹是空的')).toBeVisible()
    await user.click(within(screen.getByRole('main')).getByRole('button', { name: '新建文件夹' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.type(await dialog.findByRole('textbox', { name: '名称' }), '合/同')
    await user.click(dialog.getByRole('button', { name: '保存' }))
    expect(await dialog.findByText(/名称为空、太长/)).toBeVisible()
    await user.clear(dialog.getByRole('textbox', { name: '名称' }))
    await user.type(dialog.getByRole('textbox', { name: '名称' }), '合同')
    await user.click(dialog.getByRole('button', { name: '保存' }))
    await user.click(within(await row(/^合同，文件夹/)).getByText('合同'))
    const path = within(await screen.findByRole('navigation', { name: '所在位置' }))
    expect(await path.findByText('合同')).toHaveAttribute('aria-current', 'location')
    await user.click(path.getByRole('button', { name: '我的文件' }))
    expect(await row(/^合同，文件夹/)).toBeVisible()
  })
  it('go up, are named, moved, deleted, given back and deleted for good', async () => {
    const { user } = await opened('/records', ['合同'])
    await row(/^合同/)
    const choose = (...files: File[]) =>
      fireEvent.change(screen.getByLabelText('选择要上传的文件', { selector: 'input' }), { target: { files } })
    choose(fileOf('内容', '报告.txt'), fileOf('x', 'a/b.txt'))
    expect(await row(/^报告\.txt，文本，6 B/)).toBeVisible()
    const uploads = within(screen.getByRole('region', { name: '上传' }))
    expect(uploads.getAllByText(/名称为空、太长/)).toHaveLength(1)
    expect(uploads.queryByRole('button', { name: /^重试/ })).toBeNull()
    // Another of the same name is asked about.
    choose(fileOf('新', '报告.txt'))
    await user.click(await uploads.findByRole('button', { name: '保留两者：报告.txt' }))
    const second = await row(/^报告 \(2\)\.txt/)
    // By keys alone: the first row is the folder.
    within(second).getByRole('checkbox').focus()
    second.focus()
    await user.click(within(second).getByRole('checkbox'))
    expect(await screen.findByText('已选 1 项')).toBeVisible()
    await user.click(screen.getByRole('button', { name: '移动' }))
    const picker = within(await screen.findByRole('dialog'))
    await user.click(await picker.findByRole('button', { name: '合同' }))
    await picker.findByText('这里没有文件夹')
    await user.click(picker.getByRole('button', { name: '移动到这里' }))
    await waitFor(() => expect(screen.queryByRole('row', { name: /^报告 \(2\)/ })).toBeNull())
    const first = await row(/^报告\.txt/)
    first.focus()
    await user.keyboard('{Delete}')
    expect(await screen.findByText('已删除 1 项')).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: '撤销' }))
    expect(await row(/^报告\.txt/)).toBeVisible()
    for (const name of ['下载', '移动', '复制', '删除']) {
      await user.click(screen.getByRole('button', { name }))
      expect(await screen.findByText('必须至少选择一个文件')).toBeInTheDocument()
    }
    ;(await row(/^报告\.txt/)).focus()
    await user.keyboard('{Delete}')
    await waitFor(() => expect(screen.queryByRole('row', { name: /^报告\.txt/ })).toBeNull())
    await user.click(screen.getByRole('button', { name: '已删除的文件' }))
    await user.click(within(await row(/^报告\.txt/)).getByRole('button', { name: '“报告.txt”的操作' }))
    await user.click(screen.getByRole('menuitem', { name: '彻底删除' }))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: '彻底删除' }))
    expect(await screen.findByText('没有已删除的文件')).toBeVisible()
  })
  it('are renamed although they were renamed elsewhere: that is said and shown, and the next try counts', async () => {
    const { user, post, made } = await opened('/records', ['合同'])
    const [entry] = made
    ;(await row(/^合同/)).focus()
    await user.keyboard('{F2}')
    const dialog = within(await screen.findByRole('dialog'))
    const field = await dialog.findByRole('textbox', { name: '名称' })
    await post('rename', { id: String(Object(entry).id), version: 1, name: '合同甲' })
    await user.clear(field)
    await user.type(field, '合同乙')
    await user.click(dialog.getByRole('button', { name: '保存' }))
    expect(await dialog.findByText(/已在别处修改/)).toBeVisible()
    expect(await row(/^合同甲/)).toBeInTheDocument()
    await user.click(dialog.getByRole('button', { name: '保存' }))
    expect(await row(/^合同乙/)).toBeInTheDocument()
  })
  it('R13: are not sent again where an answer was lost; a page that still sends or asks is not left unasked', async () => {
    const { user, store } = await opened()
    await screen.findByText('这个文件夹是空的')
    const asked: string[] = []
    const note = (request: Request) => void asked.push(new URL(request.url).pathname.split('/').at(-1) ?? '')
    server.use(
      http.post('*/webmail/writemail/*', ({ request }) => note(request)),
      http.post('*/webmail/files/startUpload.action', ({ request }) => note(request)),
      http.post(
        `*/${addFile.path}`,
        async ({ request }) => {
          await gateway.fetch(request)
          return HttpResponse.error()
        },
        { once: true },
      ),
    )
    const choose = (content: string, name = '报告.txt') => {
      const files = [fileOf(content, name)]
      fireEvent.change(screen.getByLabelText('选择要上传的文件', { selector: 'input' }), { target: { files } })
    }
    const isHeld = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
    choose('内容')
    const uploads = within(await screen.findByRole('region', { name: '上传' }))
    const retry = await uploads.findByRole('button', { name: '重试：报告.txt' })
    const once = ['startUpload.action', 'uploadPart.action', 'finishUpload.action']
    expect([asked, isHeld()]).toEqual([once, false])
    await user.click(retry)
    expect(await uploads.findByRole('button', { name: '移除：报告.txt' })).toBeVisible()
    expect(await row(/^报告\.txt，文本，6 B/)).toBeVisible()
    expect(asked).toEqual(once)
    // Another is asked about, and given up.
    choose('新')
    await uploads.findByRole('button', { name: '保留两者：报告.txt' })
    expect(isHeld()).toBe(true)
    await user.click(uploads.getByRole('button', { name: '取消：报告.txt' }))
    await waitFor(() => expect(asked.at(-1)).toBe('cancelUpload.action'))
    expect(isHeld()).toBe(false)
    // What arrived otherwise than it was sent begins anew.
    const answer = { code: 'uploadChecksum', msg: 'errors:uploadChecksum' }
    server.use(http.post(`*/${addFile.path}`, () => HttpResponse.json(answer), { once: true }))
    asked.length = 0
    choose('乙', 'b.txt')
    await user.click(await uploads.findByRole('button', { name: '重试：b.txt' }))
    expect(await row(/^b\.txt/)).toBeVisible()
    expect(asked).toEqual([...once, 'cancelUpload.action', ...once])
    // A dropped folder whose name a file has is refused once, and none of it is sent.
    asked.length = 0
    const dropped = ['1.txt', '2.txt'].map((name) => ({ file: new window.File(['x'], name), folders: ['b.txt'] }))
    await store.dispatch(takeFilesIn('', dropped))
    expect(uploads.getAllByText(/已有同名的文件或文件夹/)).toHaveLength(1)
    expect(uploads.queryByText(/^[12]\.txt/)).toBeNull()
    expect(asked).toEqual([])
  })
  it('R13: under way when the page was loaded anew are named, and go on once they are chosen again', async () => {
    const { store, unmount } = await opened()
    await screen.findByText('这个文件夹是空的')
    await keeping(store)
    const content = 'x'.repeat(limits.uploadPartBytes + 5)
    const choose = (one: File) =>
      fireEvent.change(screen.getByLabelText('选择要上传的文件', { selector: 'input' }), { target: { files: [one] } })
    const offsets: string[] = []
    const cut = http.post(`*/${uploadPart.path}`, ({ request }) => {
      offsets.push(new URL(request.url).searchParams.get('offset') ?? '')
      return offsets.length === 2 ? HttpResponse.error() : undefined
    })
    server.use(cut)
    choose(fileOf(content, '大.txt'))
    await screen.findByRole('button', { name: '重试：大.txt' })
    // With its id: that came after it was chosen.
    const left = keptAtLeaving()
    expect(left).toMatch(/大\.txt.*"uploadId":"/)
    // Once nothing waits to be kept, how far it is makes nothing be kept anew; any other change does.
    const keptAnew = () => {
      window.sessionStorage.setItem('ep_fileUploads', '{}')
      return keptAtLeaving()
    }
    await expect.poll(keptAnew, { timeout: 5_000 }).toBe('{}')
    const change = (part: Partial<FileUpload>) =>
      void selectFiles(store.getState()).uploads.map(({ key }) =>
        store.dispatch(fileUploadChanged({ key, change: part })),
      )
    change({ sent: 1 })
    expect(keptAnew()).toBe('{}')
    change({ code: 'serverError' })
    expect(keptAnew()).toMatch(/大\.txt/)
    unmount()
    // The store of a page that is closed keeps nothing any more.
    store.dispatch(signedOut())
    // Another page that is open goes on with them.
    locked.add('ep_composer:another')
    window.sessionStorage.setItem('ep_fileUploads', left.replace(/"mark":"[^"]+"/, '"mark":"another"'))
    const other = await renderApp('/records', { as: 'lin', gateway })
    await screen.findByText('这个文件夹是空的')
    expect(screen.queryByRole('region', { name: '上传' })).toBeNull()
    other.unmount()
    window.sessionStorage.setItem('ep_fileUploads', left)
    await renderApp('/records', { as: 'lin', gateway })
    server.use(cut)
    const uploads = within(await screen.findByRole('region', { name: '上传' }))
    expect(uploads.getByText('未完整上传，请重新选择')).toBeVisible()
    // Another of that name is another file.
    choose(fileOf('短', '大.txt'))
    expect(await uploads.findByText('已上传')).toBeVisible()
    expect(uploads.getByText('未完整上传，请重新选择')).toBeVisible()
    choose(fileOf(content, '大.txt'))
    expect(await uploads.findByRole('button', { name: '保留两者：大.txt' })).toBeVisible()
    expect(offsets).toEqual(['0', String(limits.uploadPartBytes), '0', String(limits.uploadPartBytes)])
  })
  it('R13: chosen again as a folder after the page was loaded anew send only what is not stored', async () => {
    const { store, unmount, post } = await opened()
    const files = ['a.txt', 'b.txt', 'c.txt'].map((name) => ({
      file: new window.File([name], name),
      folders: ['合同'],
    }))
    // The network of these tests takes Node's files alone: their pieces are those.
    for (const { file } of files)
      Object.assign(file, { slice: (from: number, to: number) => new Blob([file.name.slice(from, to)]) })
    const lost = http.post(`*/${addFile.path}`, async ({ request }) => {
      const isLost = (await request.clone().text()).includes('b.txt')
      if (isLost) await gateway.fetch(request)
      return isLost ? HttpResponse.error() : undefined
    })
    const away = http.post(`*/${startFileUpload.path}`, async ({ request }) =>
      (await request.clone().text()).includes('c.txt') ? HttpResponse.error() : undefined,
    )
    server.use(lost, away)
    await keeping(store)
    await store.dispatch(takeFilesIn('', files))
    const left = keptAtLeaving()
    // A session that was lost may come back, on the page that is still open.
    expect([...locked]).toContain(`ep_composer:${/"mark":"([^"]+)"/.exec(left)?.[1]}`)
    store.dispatch(signedOut())
    unmount()
    server.resetHandlers()
    const second = await renderApp('/records', { as: 'lin', gateway })
    const uploads = within(await screen.findByRole('region', { name: '上传' }))
    expect(await uploads.findByRole('heading', { name: '已上传 1 / 3' })).toBeVisible()
    const unreadable = Object.assign(new window.File(['c.txt'], 'c.txt'), {
      slice: () => {
        throw new DOMException('Changed on disk', 'NotReadableError')
      },
    })
    await second.store.dispatch(takeFilesIn('', [...files.slice(0, 2), { file: unreadable, folders: ['合同'] }]))
    expect(uploads.getByRole('heading', { name: '已上传 2 / 3' })).toBeVisible()
    expect(uploads.getByText('未完整上传，请重新选择')).toBeVisible()
    await second.store.dispatch(takeFilesIn('', files))
    expect(uploads.getByRole('heading', { name: '已上传 3 / 3' })).toBeVisible()
    // A fault of ours is said at its file, which can be tried again, and those after it are sent.
    const slice = () => {
      throw new TypeError('A fault of ours')
    }
    const sound = Object.assign(new window.File(['d'], 'd.txt'), { slice })
    const both = [sound, ...files.slice(0, 1).map(({ file }) => file)].map((file) => ({ file, folders: [] }))
    await expect(second.store.dispatch(takeFilesIn('', both))).rejects.toThrow('A fault of ours')
    expect(uploads.getByRole('button', { name: '重试：d.txt' })).toBeVisible()
    expect(uploads.getByRole('heading', { name: '已上传 4 / 5' })).toBeVisible()
    const { entries } = await post('listFiles')
    const { entries: inside } = await post('listFiles', { folder: Object(entries)[0].id })
    expect(Object(inside).map(({ name }: { name: string }) => name)).toEqual(['a.txt', 'b.txt', 'c.txt'])
  })
  it('keep the focus in the table after its own keys, and one press of Delete deletes once', async () => {
    const { user, post } = await opened()
    const made = async (name: string, folder = '') =>
      String(Object((await post('addFolder', { name, folder })).entry).id)
    const first = await made('一')
    for (const name of ['二', '三', '四']) await made(name)
    await made('里面', first)
    await user.click(await screen.findByRole('button', { name: '已删除的文件' }))
    await user.click(await screen.findByRole('button', { name: '返回我的文件' }))
    ;(await row(/^一，/)).focus()
    await user.keyboard('{Enter}')
    const inner = await row(/^里面/)
    await waitFor(() => expect(inner).toHaveFocus())
    await user.click(screen.getByRole('button', { name: '我的文件' }))
    let asked = 0
    const note = () => {
      asked += 1
    }
    server.use(http.post('*/webmail/files/trash.action', note))
    const rows = async () => (await screen.findAllByRole('row')).slice(1)
    await row(/^四，/)
    const [, second, third] = await rows()
    second?.focus()
    await user.keyboard('{Delete}')
    await waitFor(() => expect(third).toHaveFocus())
    if (third !== undefined) fireEvent.keyDown(third, { key: 'Delete', repeat: true })
    const field = screen.getByRole('searchbox')
    await user.type(field, '四')
    await waitFor(() => expect(new URLSearchParams(window.location.search).get('find')).toBe('四'))
    await user.click(screen.getByRole('link', { name: '我的文件' }))
    await waitFor(() => expect(screen.getByRole('searchbox')).toHaveValue(''))
    expect([asked, (await rows()).length]).toEqual([1, 3])
  })
  it('are shown from the page before where the last page has none any more', async () => {
    const { user, made } = await opened('/records', ['合同'])
    const entry = Object(made[0])
    const page = { code: '200', entries: [entry], next: 'page2', total: 101, path: [] }
    let asked = 0
    server.use(
      http.post(`*/${listFiles.path}`, async ({ request }) => {
        const isSecond = (await request.clone().text()).includes('page2')
        if (isSecond) asked += 1
        return HttpResponse.json(isSecond ? { ...page, entries: [], next: '' } : page)
      }),
    )
    await user.click(await screen.findByRole('button', { name: '已删除的文件' }))
    await screen.findByRole('grid', { name: '已删除的文件' })
    await user.click(await screen.findByRole('button', { name: '下一页' }))
    await waitFor(() => expect(asked).toBe(1))
    await waitFor(() => expect(screen.getByRole('button', { name: '上一页' })).toHaveAttribute('aria-disabled', 'true'))
    expect(await row(/^合同/)).toBeVisible()
  })
  it('are paged by keyboard: the focus stays on its button while a page is asked for and on the last one', async () => {
    const { user, made } = await opened('/records', ['合同'])
    const page = { code: '200', entries: [Object(made[0])], total: 101, path: [] }
    const asked: string[] = []
    let letGo = () => {}
    const second = new Promise<void>((resolve) => {
      letGo = resolve
    })
    server.use(
      http.post(`*/${listFiles.path}`, async ({ request }) => {
        const cursor = new URLSearchParams(await request.clone().text()).get('cursor') ?? ''
        asked.push(cursor)
        if (cursor !== '') await second
        return HttpResponse.json({ ...page, next: cursor === '' ? 'page2' : '' })
      }),
    )
    await user.click(await screen.findByRole('button', { name: '已删除的文件' }))
    await screen.findByRole('grid', { name: '已删除的文件' })
    const next = await screen.findByRole('button', { name: '下一页' })
    await waitFor(() => expect(next).toHaveAttribute('aria-disabled', 'false'))
    next.focus()
    await user.keyboard('{Enter}')
    await waitFor(() => expect(asked.at(-1)).toBe('page2'))
    const count = asked.length
    await user.keyboard('{Enter}')
    expect([next, next.getAttribute('aria-disabled')]).toEqual([document.activeElement, 'true'])
    letGo()
    expect(await screen.findByText(/101–101/)).toBeVisible()
    await user.keyboard('{Enter}')
    expect([document.activeElement, asked.length]).toEqual([next, count])
    await user.tab({ shift: true })
    await user.keyboard('{Enter}')
    await waitFor(() => expect(next).toHaveAttribute('aria-disabled', 'false'))
    expect(screen.getByRole('button', { name: '上一页' })).toHaveFocus()
  })
})
