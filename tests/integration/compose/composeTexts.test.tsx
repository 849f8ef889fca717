/** What the text of a mail may be: formatted or plain, begun with a template, with pictures in it. */
// The network of these tests is Node's, which takes Node's files alone.
import { File } from 'node:buffer'
import { createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { limits } from '#contract/limits'
import { settingChosen } from '#src/store/settings/settings'
import type { AppStore } from '#src/store/typed'
import { openServer, renderApp } from '../../support/browser/renderApp'
import { makeTestGateway, type TestGateway } from '../../support/gateway/gateway'
import { closeComposers, leftOpen, newestOf, sendOption } from './composeSetup'

openServer()

let gateway: TestGateway
beforeEach(async () => {
  // jsdom gives files no addresses.
  let made = 0
  vi.stubGlobal(
    'URL',
    Object.assign(URL, { createObjectURL: () => `blob:${made++}`, revokeObjectURL: () => undefined }),
  )
  vi.stubGlobal('File', File)
  gateway = await makeTestGateway()
  await gateway.account('wang@ep.test')
})
// The last named goes first: composers still speak to the gateway as they close.
afterEach(() => gateway.close())
closeComposers()

async function opened(as: string, path = '/writeMail') {
  const app = await renderApp(path, { as, gateway })
  leftOpen(app.store)
  await screen.findByLabelText('主题')
  return app
}
const body = () => screen.getByRole('textbox', { name: '正文' })
const press = (name: string | RegExp) => screen.getByRole('button', { name })
const contentOf = (store: AppStore) => {
  const [open] = Object.values(store.getState().compose?.open ?? {})
  if (open?.status !== 'ready') throw new Error('no mail is open')
  return open.composer.content
}

describe('the preview', () => {
  it('shows what is sent and to whom, and nobody who is written to in secret', async () => {
    const { user } = await opened(
      'preview',
      '/writeMail?mailto=mailto%3Awang%40ep.test%3Fbcc%3Dhush%40ep.test%26subject%3DPlan',
    )
    body().innerHTML = '<div><b>粗</b></div>'
    await user.click(await sendOption(user, 'button', '预览'))
    const dialog = await screen.findByRole('dialog', { name: '预览' })
    expect(dialog).toHaveTextContent('Plan')
    expect(dialog).toHaveTextContent('wang@ep.test')
    expect(dialog).not.toHaveTextContent('hush@ep.test')
    expect(within(dialog).getByTitle('正文')).toHaveAttribute('srcdoc', expect.stringContaining('<b>粗</b>'))
    await user.click(within(dialog).getByRole('button', { name: '返回邮件' }))
    expect(dialog).not.toBeInTheDocument()
  })
})

describe('plain text', () => {
  it('is asked about before formatting is lost, sent as that alone, and turned back', async () => {
    const { user, store } = await opened('plain', '/writeMail?mailto=mailto%3Awang%40ep.test%3Fsubject%3DA')
    body().innerHTML = '<div><b>粗</b></div><blockquote><div>旧</div></blockquote>'
    await waitFor(() => expect(contentOf(store).html).toContain('粗'))
    await user.click(await sendOption(user, 'checkbox', '纯文本'))
    const dialog = await screen.findByRole('dialog', { name: '改为纯文本？' })
    await user.click(within(dialog).getByRole('button', { name: '保留格式' }))
    expect(contentOf(store)).toMatchObject({ plain: false })
    await user.click(await sendOption(user, 'checkbox', '纯文本'))
    await user.click(await screen.findByRole('button', { name: '改为纯文本' }))
    expect(body()).toHaveValue('粗\n> 旧')
    expect(screen.queryByRole('button', { name: '加粗' })).toBeNull()
    expect(screen.queryByRole('button', { name: '文字格式' })).toBeNull()
    await user.click(press('发送'))
    await user.click(await screen.findByRole('button', { name: '立即发送' }))
    await screen.findByRole('heading', { name: '邮件已发出' })
    await gateway.drain()
    const mail = await newestOf(gateway, 'wang@ep.test')
    expect(mail).toMatchObject({ html: null })
    expect(mail?.text?.trim()).toBe('粗\n> 旧')
  })

  it('is what a new mail is written in where the setting says so, and a draft keeps what it was', async () => {
    const { user, store, unmount } = await opened('setting')
    await user.click(await sendOption(user, 'checkbox', '纯文本'))
    await user.type(body(), '两  格')
    await user.keyboard('{Control>}s{/Control}')
    await screen.findByText(/草稿已于/)
    const draftId = Object.values(store.getState().compose?.open ?? {}).flatMap((open) =>
      open.status === 'ready' ? (open.composer.draftId ?? []) : [],
    )[0]
    unmount()
    const again = await opened('setting', `/writeMail?mode=draft&id=${draftId}`)
    expect(body()).toHaveValue('两  格')
    again.unmount()
    again.store.dispatch(settingChosen({ writing: 'plain' }))
    const lin = await gateway.stores.accounts.byAddress('setting@ep.test')
    await gateway.stores.settings.change(lin?.id ?? '', { writing: 'plain' })
    const raw =
      'From: wang@ep.test\nSubject: A\nContent-Type: text/html; charset=utf-8\n\n<b>问</b><ul><li>一</li></ul>'
    const id = await gateway.deliver('setting@ep.test', raw)
    await opened('setting', `/writeMail?mode=reply&id=${id}`)
    await waitFor(() => expect(String(body().textContent)).toMatch(/wang@ep\.test 写道：\n> 问\n> - 一$/))
  })
})

describe('text from right to left', () => {
  it('goes by its own letters in each block while it is written, says so in what is saved, and is no formatting', async () => {
    const { user, store } = await opened('hebrew', '/writeMail?mailto=mailto%3Awang%40ep.test%3Fbody%3DDear%2520all')
    await waitFor(() => expect(body().textContent).toContain('Dear all'))
    const blocks = () => [...body().querySelectorAll('div')]
    expect(blocks().map(({ dir }) => dir)).toEqual(blocks().map(() => 'auto'))
    expect(screen.getByLabelText('主题')).toHaveAttribute('dir', 'auto')
    const line = document.createElement('div')
    line.dir = 'auto'
    line.textContent = 'נפגשים מחר.'
    body().append(line)
    await waitFor(() => expect(contentOf(store).html).toContain('נפגשים'))
    await user.keyboard('{Control>}s{/Control}')
    await screen.findByText(/草稿已于/)
    const saved = (await newestOf(gateway, 'hebrew@ep.test', 'draft'))?.html
    expect(saved).toContain('<div dir="rtl">נפגשים מחר.</div>')
    expect(saved).not.toContain('auto')
    await user.click(await sendOption(user, 'checkbox', '纯文本'))
    expect(body()).toHaveAttribute('dir', 'auto')
    expect(String(body().textContent)).toContain('נפגשים מחר.')
  })
})

describe('templates', () => {
  it('are made of the present text, inserted, renamed and removed', async () => {
    const { user, store } = await opened('templates')
    await user.type(screen.getByLabelText('主题'), '周报')
    body().innerHTML = '<div><b>各位好</b></div>'
    await waitFor(() => expect(contentOf(store).html).toContain('各位好'))
    body().focus()
    window.getSelection()?.setPosition(body().firstChild, 0)
    await user.click(press('模板'))
    const dialog = within(await screen.findByRole('dialog', { name: '模板' }))
    await dialog.findByText(/还没有模板/)
    expect(dialog.getByLabelText('名称')).toHaveValue('周报')
    await user.clear(dialog.getByLabelText('名称'))
    await user.click(dialog.getByRole('button', { name: '保存当前正文' }))
    expect(dialog.getByLabelText('名称')).toHaveAccessibleDescription('请输入名称（最多 50 个字）')
    // Here the keys that send a mail send nothing.
    await user.keyboard('{Control>}{Enter}{/Control}')
    expect(screen.queryByText('收件人不能为空')).toBeNull()
    await user.type(dialog.getByLabelText('名称'), '周报{Enter}')
    await dialog.findByText('已保存：周报')
    expect(window.location.pathname).toBe('/writeMail')
    await user.click(await dialog.findByRole('button', { name: '重命名 周报' }))
    await user.type(dialog.getByLabelText('新名称'), '一{Enter}')
    const insert = await dialog.findByRole('button', { name: '插入 周报一' })
    for (const _press of [1, 2]) fireEvent.click(insert)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(body().textContent.split('各位好')).toHaveLength(3)
    await user.click(press('模板'))
    await user.click(await screen.findByRole('button', { name: '删除 周报一' }))
    await user.click(screen.getByRole('button', { name: '删除' }))
    await screen.findByText('已删除：周报一')
    expect(body().textContent.split('各位好'), 'pressed twice, inserted once').toHaveLength(3)
  })
})

describe('pictures', () => {
  const picture = () => new File(['png'], '平面图.png', { type: 'image/png' })
  const drop = (files: readonly File[]) => {
    const event = createEvent.drop(body())
    Object.defineProperty(event, 'dataTransfer', { value: { files, types: ['Files'] } })
    fireEvent(body(), event)
  }

  it('dropped on the text stand in it at once and go with the mail; other files are attached', async () => {
    const { store } = await opened('pictures')
    drop([picture(), new File(['x'], '合同.txt', { type: 'text/plain' })])
    const shown = within(body()).getByRole('img', { name: '平面图' })
    expect(shown).toHaveAttribute('src', expect.stringMatching(/^blob:/))
    const files = within(screen.getByRole('group', { name: '附件' }))
    await files.findByRole('button', { name: '移除 合同.txt' })
    await waitFor(() => expect(contentOf(store).attachments).toHaveLength(2))
    expect(files.queryByRole('button', { name: '移除 平面图.png' })).toBeNull()
    const cids = contentOf(store).attachments.map(({ name, cid }) => [name, cid])
    expect(cids).toContainEqual(['平面图.png', shown.getAttribute('data-ep-cid')])
    expect(cids).toContainEqual(['合同.txt', undefined])
  })

  it('R14: over 50M neither stand in the text nor are sent, and why is said in words', async () => {
    await opened('overlarge')
    const large = picture()
    Object.defineProperty(large, 'size', { value: limits.attachmentBytesPerMail + 1 })
    drop([large])
    await screen.findByText('附件总大小不能超过 50M')
    expect(screen.getByText(/所选文件共 50 MB，本邮件还可添加 50 MB/)).toBeInTheDocument()
    expect(within(body()).queryByRole('img')).toBeNull()
  })

  it('that are pasted as data become files, and those of other sites are not asked for', async () => {
    const { store } = await opened('pasted')
    const gif = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'
    const html = `<p>报告<img src="${gif}" alt="图"><img src="https://t.example/1.gif" alt="外"></p>`
    const event = createEvent.paste(body())
    const data = { files: [], types: ['text/html'], getData: (type: string) => (type === 'text/html' ? html : '') }
    Object.defineProperty(event, 'clipboardData', { value: data })
    body().focus()
    fireEvent(body(), event)
    await waitFor(() => expect(within(body()).getByRole('img', { name: '图' }).getAttribute('src')).toMatch(/^blob:/))
    const remote = within(body()).getByRole('img', { name: '外' })
    expect(remote.getAttribute('src')).toMatch(/^data:/)
    expect(remote).toHaveAttribute('data-ep-src', 'https://t.example/1.gif')
    await waitFor(() => expect(contentOf(store).attachments).toMatchObject([{ name: 'image.gif', type: 'image/gif' }]))
  })
})
