/** Files that go as links, which arrive in the text while the person does other things. */
// The network of these tests is Node's, which takes Node's files alone.
import { File } from 'node:buffer'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import '#src/features/compose/attachments/FilesAsLinks'
import { listFiles } from '#contract/endpoints/files/files'
import { makeFileLink } from '#contract/endpoints/files/links'
import { addFile, startFileUpload } from '#contract/endpoints/files/transfers'
import { overFiles } from '#src/features/compose/attachments/attachFiles'
import { above, sendAsLinks } from '#src/features/compose/attachments/linkUploads'
import { openServer, renderApp, server } from '#tests/support/browser/renderApp'
import { heldLine } from '#tests/support/connections/heldReply'
import { makeTestGateway, type TestGateway } from '#tests/support/gateway/gateway'
import { closeComposers, leftOpen, sendOption } from '../composeSetup'

openServer()
closeComposers()

/** A message beside the desk, in plain text. */
async function opened(as: string) {
  const gateway = await makeTestGateway()
  onTestFinished(() => gateway.close())
  await gateway.account(`${as}@ep.test`)
  const app = await renderApp('/receive', { as, gateway })
  leftOpen(app.store)
  await app.user.click(await screen.findByRole('button', { name: '写信' }))
  await screen.findByLabelText('主题')
  await app.user.click(await sendOption(app.user, 'checkbox', '纯文本'))
  const text = await screen.findByRole('textbox', { name: '正文' })
  if (!(text instanceof HTMLTextAreaElement)) throw new Error('It is not plain text')
  const [key = ''] = Object.keys(app.store.getState().compose?.open ?? {})
  /** As if it had been too large for an attachment. */
  const send = (name: string) => {
    Reflect.apply(overFiles.set, overFiles, [key, [new File(['hello'], name)]])
    act(() => void app.store.dispatch(sendAsLinks(key)))
  }
  return { ...app, gateway, text, send }
}

/** Holds a call back on its way to the gateway. */
function held(gateway: TestGateway, path: string) {
  const line = heldLine()
  const asked = vi.fn()
  const answer = async ({ request }: { request: Request }) => {
    const copy = request.clone()
    asked()
    await line.over
    return gateway.fetch(copy)
  }
  server.use(http.post(`*/${path}`, answer, { once: true }))
  return { arrived: () => waitFor(() => expect(asked).toHaveBeenCalled()), letGo: line.letGo }
}

describe('the link to a large file', () => {
  it('reaches a folded message, and nothing of it the field that has the focus', async () => {
    const { user, gateway, text, send } = await opened('linkfold')
    await user.type(text, '机密')
    // As a browser does it: into whatever has the focus.
    const execCommand = vi.fn((_name: string, _shown: boolean, words: string) => {
      const field = document.activeElement
      if (field !== null) fireEvent.change(field, { target: { value: words } })
      return true
    })
    Object.assign(document, { execCommand })
    onTestFinished(() => void Reflect.deleteProperty(document, 'execCommand'))
    const line = held(gateway, addFile.path)
    send('录像.mp4')
    await line.arrived()
    await user.click(screen.getByRole('button', { name: '最小化' }))
    const search = screen.getByRole('combobox', { name: '搜索关键词' })
    await user.click(search)
    line.letGo()
    await waitFor(() => expect(text.value).toMatch(/^机密\n录像\.mp4\n.*\n.*#f=/))
    expect(search).toHaveFocus()
    expect(search).toHaveValue('')
  })

  it('moves no caret, and waits for a word that is being composed', async () => {
    const { user, gateway, text, send } = await opened('linkcaret')
    await user.click(text)
    fireEvent.change(text, { target: { value: '您好\n\n> 请看' } })
    const line = held(gateway, addFile.path)
    send('录像.mp4')
    await line.arrived()
    text.setSelectionRange(7, 8)
    fireEvent.compositionStart(text)
    line.letGo()
    await waitFor(() => expect(linksOf(gateway)).resolves.toHaveLength(1))
    expect(text.value).toBe('您好\n\n> 请看')
    fireEvent.compositionEnd(text)
    await waitFor(() => expect(text.value).toContain('录像.mp4'))
    expect(text).toHaveFocus()
    expect(text.value.slice(text.selectionStart, text.selectionEnd)).toBe('看')
  })

  it('is neither made nor left behind for a file that is taken out meanwhile', async () => {
    const { user, gateway, send } = await opened('linkout')
    for (const { path } of [addFile, makeFileLink]) {
      const line = held(gateway, path)
      send('录像.mp4')
      await line.arrived()
      await user.click(screen.getByRole('button', { name: '取消上传 录像.mp4' }))
      line.letGo()
      const count = path === addFile.path ? 0 : 1
      await waitFor(async () => {
        const links = await linksOf(gateway)
        expect([links.length, links.filter((link) => link.revoked_at === null).length]).toEqual([count, 0])
      })
    }
  })

  it('is made once its file went anew, where the gateway no longer knows the upload', async () => {
    const { user, text, send } = await opened('linkanew')
    const lost = { code: 'notFound', msg: 'errors:notFound' }
    server.use(http.post(`*/${addFile.path}`, () => HttpResponse.json(lost), { once: true }))
    const begun = vi.fn()
    server.use(http.post(`*/${startFileUpload.path}`, begun))
    send('录像.mp4')
    await user.click(await screen.findByRole('button', { name: '重试' }))
    await waitFor(() => expect(text.value).toContain('录像.mp4'))
    expect(begun).toHaveBeenCalledTimes(2)
  })

  it('stands above the line that says whose words are quoted', () => {
    const { formatted, plain } = above((isPlain) => (isPlain ? 'link\n' : '<div>link</div>'))
    expect(plain('Hi\n\nWang wrote:\n\n> hello')).toBe('Hi\n\nlink\n\nWang wrote:\n\n> hello')
    const root = document.createElement('div')
    root.innerHTML = '<div>Hi</div><div>Wang wrote:</div><blockquote type="cite">hello</blockquote>'
    formatted(root)
    expect([...root.children].map(({ textContent }) => textContent)).toEqual(['Hi', 'link', 'Wang wrote:', 'hello'])
  })

  it('of a stored file comes without being sent back: the dialog waits for it', async () => {
    const { user, gateway, text, send } = await opened('linkpick')
    send('录像.mp4')
    await waitFor(() => expect(text.value).toContain('录像.mp4'))
    server.use(
      http.post(`*/${listFiles.path}`, async ({ request }) => {
        const page: object = await (await gateway.fetch(request.clone())).json()
        return HttpResponse.json({ ...page, next: 'page2' })
      }),
    )
    await user.click(await sendOption(user, 'button', '从我的文件添加'))
    await user.click(await screen.findByRole('checkbox', { name: /^录像/ }))
    expect(screen.getByRole('navigation', { name: '我的文件翻页' })).toBeVisible()
    const line = held(gateway, makeFileLink.path)
    await user.click(screen.getByRole('button', { name: '作为链接添加' }))
    await line.arrived()
    await user.keyboard('{Escape}')
    expect(
      within(screen.getByRole('dialog', { name: '从我的文件添加' })).getByRole('button', { name: /^取\s?消$/ }),
    ).toBeDisabled()
    line.letGo()
    await waitFor(() => expect(text.value.match(/录像\.mp4/g)).toHaveLength(2))
  })
})

const linksOf = ({ stores }: TestGateway) => stores.db.selectFrom('file_links').selectAll().execute()
