/** The composer through the real router, store and gateway. */
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { http } from 'msw'
import { describe, expect, it } from 'vitest'
import { saveDraft, sendMail } from '#contract/endpoints/sending/sending'
import { openServer, renderApp, server } from '../../support/browser/renderApp'
import { heldLine } from '../../support/connections/heldReply'
import { makeTestGateway, type TestGateway } from '../../support/gateway/gateway'
import { countedCalls, lostOnce, refuseOnce, unreachableOnce } from './composeFaults'
import { closeComposers, leavePage, leftOpen } from './composeSetup'

openServer()
closeComposers()

/** What lies in a folder of a mailbox. */
async function mailsOf(gateway: TestGateway, who: string, folder: string) {
  const owner = await gateway.stores.accounts.byAddress(`${who}@ep.test`)
  if (owner === null) throw new Error(`There is no mailbox ${who}`)
  const query = { folder, page: 1, pageSize: 20, sort: 'date', order: 'desc', filter: 'all' } as const
  return (await gateway.stores.mailStores.of(owner).page(query))?.list ?? []
}

/** Each test has a mailbox of its own, since the browser's database outlives it. */
async function opened(as: string, path = '/writeMail', gateway?: TestGateway) {
  const used = gateway ?? (await makeTestGateway())
  if ((await used.stores.accounts.byAddress('wang@ep.test')) === null) await used.account('wang@ep.test')
  const app = await renderApp(path, { as, gateway: used })
  leftOpen(app.store)
  await screen.findByLabelText('主题')
  return app
}

const press = (name: string) => screen.getByRole('button', { name })

describe('the checks before sending', () => {
  it('come in order, each beside its field and focused', async () => {
    const { user } = await opened('checks')
    await user.click(press('发送'))
    expect(screen.getByLabelText('收件人')).toHaveAccessibleDescription('收件人不能为空')
    expect(screen.getByLabelText('收件人')).toHaveFocus()
    await user.type(screen.getByLabelText('收件人'), 'broken@{Enter}')
    expect(screen.getByText('@ 后面的域名不完整')).toBeInTheDocument()
    await user.click(press('发送'))
    expect(screen.getByLabelText('收件人')).toHaveAttribute('aria-invalid', 'true')
    await user.click(press('移除 broken@'))
    await user.type(screen.getByLabelText('收件人'), 'wang@ep.test ')
    await user.click(press('发送'))
    expect(screen.getByLabelText('主题')).toHaveAccessibleDescription('主题不能为空')
    expect(screen.getByLabelText('主题')).toHaveFocus()
  })

  it('say by name what the gateway refuses, and keep every word', async () => {
    const { user } = await opened('refused')
    await user.type(screen.getByLabelText('收件人'), 'nobody@ep.test')
    await user.type(screen.getByLabelText('主题'), '给不存在的人')
    await user.keyboard('{Control>}{Enter}{/Control}')
    await waitFor(() => expect(screen.getByLabelText('收件人')).toHaveAttribute('aria-invalid', 'true'))
    expect(screen.getByLabelText('主题')).toHaveValue('给不存在的人')
    expect(press('nobody@ep.test')).toHaveAccessibleDescription(/没有这个收件人：nobody@ep.test/)
  })
})

describe('recipients', () => {
  it('are taken from a pasted list, edited with Backspace, and left alone while an input method composes', async () => {
    const { user } = await opened('chips')
    const field = screen.getByLabelText('收件人')
    await user.click(field)
    await user.paste('王丽 <wang@ep.test>，li@ep.test；bo@')
    expect(screen.getByRole('button', { name: '移除 王丽 <wang@ep.test>' })).toBeInTheDocument()
    expect(screen.getByRole('button', { name: '移除 li@ep.test' })).toBeInTheDocument()
    await user.keyboard('{Backspace}')
    expect(field).toHaveValue('bo@')
    await user.keyboard(' x')
    expect(field).toHaveValue('bo@ x')
  })

  it('cc and bcc appear when they are wanted', async () => {
    const { user } = await opened('copies')
    expect(screen.queryByLabelText('抄送')).not.toBeInTheDocument()
    await user.click(press('添加抄送'))
    expect(screen.getByLabelText('抄送')).toHaveFocus()
    // The line that nobody works in is one row.
    expect(document.querySelector('[data-line="to"] [data-folded]')).not.toBeNull()
  })
})

describe('Tab', () => {
  it('leads from the recipients to the subject and the text; Shift+Tab finds what it passed by', async () => {
    const { user } = await opened('tabs')
    await screen.findByRole('button', { name: '加粗' })
    const focused = () => document.activeElement
    await user.type(screen.getByLabelText('收件人'), 'wang@ep.test')
    await user.tab()
    expect(screen.getByLabelText('主题')).toHaveFocus()
    await user.tab()
    expect(screen.getByRole('textbox', { name: '正文' })).toHaveFocus()
    await user.tab({ shift: true })
    expect(press('加粗')).toHaveFocus()
    await user.keyboard('{ArrowRight}')
    await user.tab()
    expect(screen.getByRole('textbox', { name: '正文' })).toHaveFocus()
    await user.tab({ shift: true })
    expect(press('斜体')).toHaveFocus()
    await user.tab({ shift: true })
    expect(screen.getByLabelText('主题')).toHaveFocus()
    await user.tab({ shift: true })
    expect(screen.getByLabelText('收件人')).toHaveFocus()
    const passed: (string | null | undefined)[] = []
    for (let stop = 0; stop < 4; stop += 1) {
      await user.tab({ shift: true })
      passed.push(focused()?.getAttribute('aria-label'))
    }
    expect(passed).toEqual(expect.arrayContaining(['从通讯录选择：收件人', '添加密送', '添加抄送']))
  })

  it('goes through the cells of a table and adds a row; Esc and Shift+Tab leave it', async () => {
    const { user } = await opened('cells')
    await user.click(await screen.findByRole('button', { name: '表格' }))
    const dialog = within(await screen.findByRole('dialog', { name: '表格' }))
    for (const side of ['行数', '列数']) fireEvent.change(dialog.getByLabelText(side), { target: { value: '1' } })
    await user.click(dialog.getByRole('button', { name: '插入' }))
    const body = screen.getByRole('textbox', { name: '正文' })
    const caret = () => window.getSelection()?.getRangeAt(0).startContainer ?? null
    const cells = () => [...body.querySelectorAll('td')]
    expect(cells()[0]?.contains(caret())).toBe(true)
    await user.keyboard('{Tab}')
    expect(cells()).toHaveLength(2)
    expect(cells()[1]?.contains(caret())).toBe(true)
    await user.keyboard('{Shift>}{Tab}{/Shift}')
    expect(cells()[0]?.contains(caret())).toBe(true)
    expect(body).toHaveFocus()
    // What picks a word of an input method picks no cell.
    for (const key of ['Tab', 'Escape']) fireEvent.keyDown(body, { key, keyCode: 229 })
    expect(cells()[0]?.contains(caret())).toBe(true)
    body.querySelector('table')?.nextElementSibling?.setAttribute('data-ep-signature', 's.1')
    await user.keyboard('{Escape}')
    expect(body.querySelector('table')?.contains(caret())).toBe(false)
    expect(body.querySelector('[data-ep-signature]')?.contains(caret())).toBe(false)
    expect(body).toHaveFocus()
    await user.keyboard('{Tab}')
    expect(body).not.toHaveFocus()
    expect(cells()).toHaveLength(2)
    act(() => body.focus())
    window.getSelection()?.collapse(cells()[0] ?? null)
    await user.keyboard('{Shift>}{Tab}{/Shift}')
    expect(press('加粗')).toHaveFocus()
  })
})

describe('sending', () => {
  it('R2: a double press sends one mail, and says what became of it', async () => {
    const { user } = await opened('twice')
    await user.type(screen.getByLabelText('收件人'), 'wang@ep.test')
    await user.type(screen.getByLabelText('主题'), '你好')
    const keys: (string | null)[] = []
    server.use(countedCalls(sendMail, keys))
    await user.dblClick(press('发送'))
    expect(await screen.findByRole('heading', { name: '邮件即将发出' })).toBeInTheDocument()
    expect(await screen.findByText('wang@ep.test')).toBeInTheDocument()
    await user.click(await screen.findByRole('button', { name: '立即发送' }))
    expect(await screen.findByRole('heading', { name: '邮件已发出' })).toBeInTheDocument()
    expect(keys).toHaveLength(1)
  })

  it('R2: a try whose answer was lost is made again by itself, under the same key', async () => {
    const { user } = await opened('retry')
    const keys: (string | null)[] = []
    server.use(unreachableOnce(sendMail, keys))
    await user.type(screen.getByLabelText('收件人'), 'wang@ep.test')
    await user.type(screen.getByLabelText('主题'), '再试')
    await user.click(press('发送'))
    expect(await screen.findByText('正在发送“再试”')).toBeInTheDocument()
    expect(new Set(keys).size).toBe(1)
    expect(keys).toHaveLength(2)
  })

  it('R2: the keys pressed again while it is on its way send nothing more', async () => {
    const { user } = await opened('again')
    const keys: (string | null)[] = []
    const answer = heldLine()
    server.use(
      http.post(`*/${sendMail.path}`, async () => {
        await answer.over
        return undefined
      }),
      countedCalls(sendMail, keys),
    )
    await user.type(screen.getByLabelText('收件人'), 'wang@ep.test ')
    await user.type(screen.getByLabelText('主题'), '你好')
    // A box of the form would be left by the first press.
    await user.click(await screen.findByRole('textbox', { name: '正文' }))
    await user.keyboard('{Control>}{Enter}{Enter}{/Control}')
    answer.letGo()
    expect(await screen.findByRole('heading', { name: '邮件即将发出' })).toBeInTheDocument()
    expect(keys).toHaveLength(1)
  })

  it('R2: a try that failed is made again by the person under the same key', async () => {
    const { user } = await opened('pressed')
    const keys: (string | null)[] = []
    server.use(countedCalls(sendMail, keys), refuseOnce(sendMail, 'storeAway'))
    await user.type(screen.getByLabelText('收件人'), 'wang@ep.test ')
    await user.type(screen.getByLabelText('主题'), '再按')
    await user.click(press('发送'))
    await waitFor(() => expect(keys).toHaveLength(1))
    await user.click(await screen.findByRole('button', { name: '发送' }))
    expect(await screen.findByRole('heading', { name: '邮件即将发出' })).toBeInTheDocument()
    expect(keys).toHaveLength(2)
    expect(new Set(keys).size).toBe(1)
  })
})

describe('drafts', () => {
  it('are saved with Ctrl+S and opened again', async () => {
    const gateway = await makeTestGateway()
    const first = await opened('drafts', '/writeMail', gateway)
    await first.user.type(screen.getByLabelText('收件人'), 'wang@ep.test ')
    await first.user.type(screen.getByLabelText('主题'), '草稿一')
    await first.user.keyboard('{Control>}s{/Control}')
    await screen.findByText(/草稿已于/)
    const drafts = await mailsOf(gateway, 'drafts', 'draft')
    expect(drafts).toHaveLength(1)
    await leavePage(first)
    await opened('drafts', `/writeMail?mode=draft&id=${drafts[0]?.id ?? ''}`, gateway)
    expect(screen.getByLabelText('主题')).toHaveValue('草稿一')
    expect(screen.getByText('wang@ep.test')).toBeInTheDocument()
  })

  it('R5: what the gateway does not take is kept on this device, and said', async () => {
    const { user } = await opened('offline')
    server.use(unreachableOnce(saveDraft, []))
    await user.type(screen.getByLabelText('主题'), '离线')
    await user.keyboard('{Control>}s{/Control}')
    expect(await screen.findByText('离线，已保存在本设备')).toBeInTheDocument()
    await user.keyboard('{Control>}s{/Control}')
    expect(await screen.findByText(/草稿已于/)).toBeInTheDocument()
  })

  it('R4, S2: a newer copy of this device is offered as plain words after the tab died', async () => {
    const gateway = await makeTestGateway()
    const first = await opened('crash', '/writeMail', gateway)
    server.use(refuseOnce(saveDraft, 'storeAway'), refuseOnce(saveDraft, 'storeAway'))
    await first.user.type(screen.getByLabelText('主题'), '<img src=x onerror=alert(1)>')
    await waitFor(async () =>
      expect((await first.services.localDrafts.ofAccount('crash@ep.test'))[0]?.content).toMatchObject({
        content: { subject: '<img src=x onerror=alert(1)>' },
      }),
    )
    await leavePage(first)
    // Esc decides nothing: the copy is offered again.
    const between = await opened('crash', '/writeMail', gateway)
    const asked = await screen.findByRole('dialog')
    // Nothing can be typed while it is open, nor while it is fetched.
    const form = screen.getByLabelText('主题').closest('form')
    expect(form).toHaveAttribute('inert')
    fireEvent(asked, new Event('cancel', { cancelable: true }))
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(form).not.toHaveAttribute('inert')
    expect(screen.getByLabelText('主题')).toHaveValue('')
    await leavePage(between)
    const second = await opened('crash', '/writeMail', gateway)
    const dialog = await screen.findByRole('dialog')
    expect(within(dialog).getByText('<img src=x onerror=alert(1)>')).toBeInTheDocument()
    await second.user.click(within(dialog).getByRole('button', { name: '恢复' }))
    expect(screen.getByLabelText('主题')).toHaveValue('<img src=x onerror=alert(1)>')
  })
})

describe('a session that ends', () => {
  it('R6: leaves every word in place and on this device', async () => {
    const { user, services, store } = await opened('gone')
    server.use(lostOnce(sendMail))
    await user.type(screen.getByLabelText('收件人'), 'wang@ep.test ')
    await user.type(screen.getByLabelText('主题'), '会话中断')
    await user.click(press('发送'))
    expect(await screen.findByText('登录已超时，请重新登录')).toBeInTheDocument()
    expect(store.getState().session.status).toBe('lost')
    expect(screen.getByLabelText('主题')).toHaveValue('会话中断')
    const kept = await services.localDrafts.ofAccount('gone@ep.test')
    expect(kept[0]?.content).toMatchObject({ content: { subject: '会话中断' } })
  })
})

describe('answering', () => {
  const hostile = [
    'From: Chen <chen@ep.test>',
    'To: crash@ep.test',
    'Subject: Plan',
    'Date: Fri, 20 Nov 2026 09:00:00 +0800',
    'Content-Type: text/html; charset=utf-8',
    '',
    '<p onclick="alert(1)">第四条</p><style>body{display:none}</style><img src=x onerror=alert(1)>' +
      '<img src="https://t.example/pixel.png"><script>alert(1)</script><a href="javascript:alert(1)">x</a>',
  ].join('\n')

  it('S4: quotes a hostile mail in words of the language, and nothing of it lives in the editor', async () => {
    const gateway = await makeTestGateway()
    await gateway.account('answer@ep.test')
    const id = await gateway.deliver('answer@ep.test', hostile)
    await opened('answer', `/writeMail?mode=reply&id=${id}`, gateway)
    const editor = await screen.findByRole('textbox', { name: '正文' })
    await waitFor(() => expect(editor).toHaveTextContent(/Chen.*写道/))
    expect(editor).toHaveTextContent('第四条')
    expect(editor.querySelector('script, style, [onclick], [onerror], [href^="javascript"]')).toBeNull()
    expect(editor.querySelector('img[src^="http"]')).toBeNull()
    expect(screen.getByText(/chen@ep\.test/, { selector: 'bdi' })).toBeInTheDocument()
    expect(screen.getByLabelText<HTMLInputElement>('主题').value).toMatch(/Plan/)
  })
})
