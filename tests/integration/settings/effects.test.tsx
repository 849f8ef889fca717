/** What each setting of the account does where it is obeyed, beside those that the tests of their own features show. */
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { readSettings } from '#contract/endpoints/account/settings'
import type { Settings } from '#contract/settings'
import { Refusal } from '#server/core/refusal'
import { contentChanged, selectComposer } from '#src/features/compose/composeSlice'
import { changePageSize } from '#src/features/mailbox/listData/listThunks'
import { wallText } from '#src/lib/clock/wallTime'
import { settingChosen } from '#src/store/settings/settings'
import { changeSetting } from '#src/store/settings/settingsThunks'
import { holdTimers } from '../../support/browser/openTimers'
import { openServer, renderApp } from '../../support/browser/renderApp'
import { makeTestGateway, type TestGateway, testPassword } from '../../support/gateway/gateway'
import { closeComposers, leftOpen, sendOption } from '../compose/composeSetup'
import { choose } from './settingsSetup'

openServer()
closeComposers()

let gateway: TestGateway
let inbox: string
const letter = 'From: Anna <anna@ep.test>\r\nTo: lin@ep.test\r\nSubject: Plan\r\n\r\nThe words of the plan'
beforeEach(async () => {
  gateway = await makeTestGateway()
  await gateway.account('lin@ep.test')
  await gateway.account('anna@ep.test')
  inbox = await gateway.deliver('lin@ep.test', letter)
})
afterEach(() => gateway.close())

async function opened(path: string, chosen: Partial<Settings>) {
  const lin = (await gateway.stores.accounts.byAddress('lin@ep.test')) ?? expect.fail('no mailbox')
  await gateway.stores.settings.change(lin.id, chosen)
  const app = await renderApp(path, { as: 'lin', gateway })
  await waitFor(() => expect(app.store.getState().settings?.status).toBe('ready'))
  return app
}

/** Lets the first answer that tells the settings come at the end of the test. */
function holdFirstAnswer() {
  const { fetch } = gateway
  let release: () => void = () => undefined
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  let asked = 0
  const spy = vi.spyOn(gateway, 'fetch').mockImplementation(async (request) => {
    const answer = await fetch(request)
    if (!new URL(request.url).pathname.endsWith(readSettings.path)) return answer
    asked += 1
    if (asked === 1) await held
    return answer
  })
  onTestFinished(() => {
    release()
    spy.mockRestore()
  })
  return { asked: () => asked }
}

function contentIn({ store }: Awaited<ReturnType<typeof opened>>) {
  const [key = ''] = Object.keys(store.getState().compose?.open ?? {})
  return selectComposer(store.getState(), key)?.content
}

async function answering(chosen: Partial<Settings>) {
  const app = await opened(`/receive/writeMail?mode=reply&id=${encodeURIComponent(inbox)}`, chosen)
  leftOpen(app.store)
  await screen.findByLabelText('主题')
  return app
}

it('original: an answer quotes what it answers, or nothing', async () => {
  const quoting = await answering({})
  expect(contentIn(quoting)?.html).toContain('The words of the plan')
  quoting.unmount()
  await waitFor(() => expect(quoting.store.getState().compose?.open).toEqual({}))
  const alone = await answering({ original: 'omit' })
  expect(contentIn(alone)?.html).toBe('')
  expect(contentIn(alone)?.subject).toBe('Re: Plan')
})

it('original: an answer that quotes nothing has its signature all the same', async () => {
  const lin = (await gateway.stores.accounts.byAddress('lin@ep.test')) ?? expect.fail('no mailbox')
  await gateway.stores.signatures.add(lin.id, { id: 's', title: 'Work', html: '<div>Lin of EP</div>', card: '' }, 3)
  await gateway.stores.signatures.choose(lin.id, 'reply', 's')
  const signed = await answering({ original: 'omit' })
  expect(contentIn(signed)?.html).toContain('Lin of EP')
  expect(contentIn(signed)?.html).not.toContain('The words of the plan')
})

it('writingFont, writingSize: what is written bears them, what is quoted does not, and plain text loses nothing', async () => {
  const app = await answering({ writingFont: 'serif', writingSize: '16px' })
  const body = screen.getByRole('textbox', { name: '正文' })
  const first = body.firstElementChild
  await waitFor(() => expect(first).toHaveStyle({ fontSize: '16px' }))
  expect(first).toHaveAttribute('style', expect.stringContaining('Georgia'))
  expect(body.querySelectorAll('[style*="font"]')).toHaveLength(1)
  if (first !== null) first.textContent = 'Yes'
  fireEvent.input(body)
  await waitFor(() => expect(contentIn(app)?.html).toMatch(/<p[^>]* style="[^"]*font-size: 16px[^"]*"[^>]*>Yes/))
  await app.user.click(await sendOption(app.user, 'checkbox', '纯文本'))
  await waitFor(() => expect(contentIn(app)).toMatchObject({ plain: true, text: expect.stringMatching(/^Yes/) }))
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('saveToSent, askReceipt: a new mail begins as it was chosen, and can be sent otherwise', async () => {
  const app = await answering({ saveToSent: 'off', askReceipt: 'always' })
  expect(contentIn(app)).toMatchObject({ saveToSent: false, receipt: true })
  await app.user.click(await sendOption(app.user, 'checkbox', '需要回执'))
  expect(contentIn(app)).toMatchObject({ receipt: false })
})

it('askReceipt: nobody who never asks is offered to ask', async () => {
  const { user } = await answering({ askReceipt: 'never' })
  expect(await sendOption(user, 'checkbox', '紧急')).toBeVisible()
  expect(screen.queryByRole('checkbox', { name: '需要回执' })).toBeNull()
})

it.each(['on', 'off'] as const)(
  'attachmentQuestion %s: a forgotten file is asked about, or not',
  async (attachmentQuestion) => {
    const app = await answering({ attachmentQuestion, undoSend: '0' })
    fireEvent.change(screen.getByLabelText('主题'), { target: { value: 'Plan' } })
    const key = Object.keys(app.store.getState().compose?.open ?? {})[0] ?? ''
    act(() => void app.store.dispatch(contentChanged({ key, change: { html: '<p>合同见附件</p>' }, now: 1 })))
    await app.user.click(screen.getByRole('button', { name: '发送' }))
    if (attachmentQuestion === 'on') expect(await screen.findByRole('dialog', { name: '没有添加附件' })).toBeVisible()
    else await waitFor(() => expect(app.store.getState().compose?.open).toEqual({}))
    expect(screen.queryAllByRole('dialog', { name: '没有添加附件' })).toHaveLength(attachmentQuestion === 'on' ? 1 : 0)
  },
)

it('mailHeader: a mail opens with all that is known of it, until that is folded', async () => {
  const { user } = await opened(`/receive/mailshow?id=${encodeURIComponent(inbox)}`, { mailHeader: 'full' })
  expect(await screen.findByText('大小')).toBeVisible()
  await user.click(screen.getByRole('button', { name: '收起信头' }))
  expect(screen.queryByText('大小')).toBeNull()
})

it('paper: in the dark a plain mail has the page’s colours, a coloured one its sheet unless chosen, and a button turns either', async () => {
  const html =
    'From: a@ep.test\r\nTo: lin@ep.test\r\nSubject: Red\r\nContent-Type: text/html\r\n\r\n<p style="color: #c00">a'
  const red = await gateway.deliver('lin@ep.test', html)
  const look = async (subject: string) => (await screen.findByTitle(`正文：${subject}`)).dataset.look
  const plain = await opened(`/receive/mailshow?id=${encodeURIComponent(inbox)}`, {})
  expect(await look('Plan')).toBe('page')
  await plain.user.click(screen.getByRole('button', { name: '显示白底' }))
  expect(await look('Plan')).toBe('white')
  plain.unmount()
  const coloured = await opened(`/receive/mailshow?id=${encodeURIComponent(red)}`, {})
  expect(await look('Red')).toBe('white')
  await coloured.user.click(screen.getByRole('button', { name: '显示为深色' }))
  expect(await look('Red')).toBe('inverted')
  await coloured.user.click(screen.getByRole('button', { name: '显示白底' }))
  act(() => void coloured.store.dispatch(settingChosen({ paper: 'skin' })))
  expect(await look('Red')).toBe('white')
  coloured.unmount()
  await opened(`/receive/mailshow?id=${encodeURIComponent(red)}`, { paper: 'skin' })
  expect(await look('Red')).toBe('inverted')
})

it('readingPane: a message opens over its list, at once and before the gateway tells, and the focus comes along', async () => {
  const { store, unmount } = await opened(`/receive/mailshow?id=${encodeURIComponent(inbox)}`, {})
  const text = await screen.findByRole('region', { name: '邮件' })
  const page = text.closest('.mailbox') ?? expect.fail('no mailbox')
  expect(screen.getByRole('separator', { name: '邮件列表宽度' })).toBeInTheDocument()
  expect(page).not.toHaveClass('mailbox-over')
  expect(text).not.toHaveFocus()
  await act(() => store.dispatch(changeSetting('readingPane', 'off')))
  expect(page).toHaveClass('mailbox-over')
  expect(screen.queryByRole('separator', { name: '邮件列表宽度' })).toBeNull()
  expect(text).toHaveFocus()
  unmount()
  const answer = holdFirstAnswer()
  await renderApp('/receive', { as: 'lin', gateway })
  await waitFor(() => expect(answer.asked()).toBe(1))
  await screen.findByRole('row', { name: /Plan/ })
  expect(document.querySelector('.mailbox')).toHaveClass('mailbox-over')
})

it('readingPane: one that changes elsewhere takes the focus from the list alone', async () => {
  const { store } = await opened(`/receive/mailshow?id=${encodeURIComponent(inbox)}`, {})
  const text = await screen.findByRole('region', { name: '邮件' })
  const field = await screen.findByRole('button', { name: '高级搜索' })
  act(() => field.focus())
  await act(() => store.dispatch(changeSetting('readingPane', 'off')))
  expect(text.closest('.mailbox')).toHaveClass('mailbox-over')
  expect(field).toHaveFocus()
  await act(() => store.dispatch(changeSetting('readingPane', 'right')))
  const row = await screen.findByRole('row', { name: /Plan/ })
  act(() => row.focus())
  expect(row).toHaveFocus()
  await act(() => store.dispatch(changeSetting('readingPane', 'off')))
  expect(text).toHaveFocus()
})

it('pageSize: lists have so many rows, here at once and at the gateway, and the list’s own choice is the same one', async () => {
  const app = await opened('/SettingInner?section=environment', {})
  await choose('每页邮件数', '20 封')
  await waitFor(() => expect(app.store.getState().preferences.pageSize).toBe(20))
  const lin = await gateway.stores.accounts.byAddress('lin@ep.test')
  expect(await gateway.stores.accounts.pageSize(lin?.id ?? '')).toBe(20)
  await act(() => app.store.dispatch(changePageSize(100)))
  expect(
    await screen.findByText('100 封', {
      selector: '.ant-select-content-value, .ant-select-selection-item, .ant-select-content',
    }),
  ).toBeVisible()
})

it('zone, dateForm: a mail that is open follows at once, and so does the list beside it, in its own form', async () => {
  const { store } = await opened(`/receive/mailshow?id=${encodeURIComponent(inbox)}`, {})
  const shown = await screen.findByText(/^\d{4}-\d\d-\d\d \d\d:\d\d$/)
  const at = Date.parse(shown.getAttribute('datetime') ?? '')
  await act(() => store.dispatch(changeSetting('dateForm', 'dayFirst')))
  await act(() => store.dispatch(changeSetting('zone', 'America/New_York')))
  const [date = '', time = ''] = wallText(at, 'America/New_York').split('T')
  const there = `${date.split('-').toReversed().join('/')} ${time}`
  await waitFor(() => expect(shown).toHaveTextContent(there))
  expect(shown).toHaveAttribute('title', there)
  await waitFor(() => expect(screen.getByRole('row', { name: /Plan/ })).toHaveTextContent(`${date.slice(5)} ${time}`))
})

it('startPage: the root leads there, and so does a sign-in', async () => {
  const lin = (await gateway.stores.accounts.byAddress('lin@ep.test')) ?? expect.fail('no mailbox')
  await gateway.stores.settings.change(lin.id, { startPage: 'contact' })
  const signedIn = await renderApp('/', { as: 'lin', gateway })
  await waitFor(() => expect(window.location.pathname).toBe('/Contact'))
  signedIn.unmount()
  window.localStorage.clear()
  await renderApp('/login', { gateway })
  fireEvent.change(await screen.findByLabelText('账号'), { target: { value: 'lin@ep.test' } })
  fireEvent.change(screen.getByLabelText('密码'), { target: { value: testPassword } })
  fireEvent.click(screen.getByRole('button', { name: '登录' }))
  await waitFor(() => expect(window.location.pathname).toBe('/Contact'))
})

it('startPage: nobody waits for it longer than three seconds', async () => {
  const patience = holdTimers(3_000)
  onTestFinished(() => void patience.release())
  const answer = holdFirstAnswer()
  await renderApp('/', { as: 'lin', gateway })
  await waitFor(() => expect(answer.asked()).toBe(1))
  patience.ring()
  await waitFor(() => expect(window.location.pathname).toBe('/mainPage'))
})

it.each(['kept', 'refused'] as const)(
  'a change before the first answer that is %s leaves all else as the account has it',
  async (outcome) => {
    const lin = (await gateway.stores.accounts.byAddress('lin@ep.test')) ?? expect.fail('no mailbox')
    await gateway.stores.settings.change(lin.id, { saveToSent: 'off' })
    const answer = holdFirstAnswer()
    const { store } = await renderApp('/receive', { as: 'lin', gateway })
    await waitFor(() => expect(answer.asked()).toBe(1))
    if (outcome === 'refused')
      vi.spyOn(gateway.stores.settings, 'change').mockRejectedValueOnce(new Refusal('operationFailed'))
    await act(() => store.dispatch(changeSetting('markRead', 'never')))
    const markRead = outcome === 'kept' ? 'never' : 'now'
    const whole = { status: 'ready', values: { saveToSent: 'off', markRead } }
    await waitFor(() => expect(store.getState().settings).toMatchObject(whole))
  },
)

it('zone, dateForm: a printed mail has them, in a tab of its own', async () => {
  const print = vi.spyOn(window, 'print').mockImplementation(() => undefined)
  onTestFinished(() => print.mockRestore())
  await opened(`/priintmail?id=${encodeURIComponent(inbox)}`, { zone: 'America/New_York', dateForm: 'dayFirst' })
  const shown = await screen.findByText(/^\d\d\/\d\d\/\d{4} \d\d:\d\d$/)
  expect(shown).toHaveTextContent(wallText(gateway.clock.now(), 'America/New_York').slice(11, 16))
})

it('badge: the icon counts, or stays plain', async () => {
  const icon = document.head.appendChild(
    Object.assign(document.createElement('link'), { rel: 'icon', href: '/favicon.svg' }),
  )
  const app = await opened('/receive', {})
  await waitFor(() => expect(decodeURIComponent(icon.href)).toContain('>1<'))
  act(() => void app.store.dispatch(settingChosen({ badge: 'off' })))
  expect(icon.href).toMatch(/favicon\.svg$/)
  icon.remove()
})

it('shortcuts: letters do nothing once they are off, and arrows still walk', async () => {
  await opened('/receive', { shortcuts: 'off' })
  const row = await screen.findByRole('row', { name: /Plan/ })
  fireEvent.keyDown(document.body, { key: 'c' })
  fireEvent.keyDown(document.body, { key: '/' })
  fireEvent.keyDown(document.body, { key: '?' })
  fireEvent.keyDown(document.body, { key: 'j' })
  expect(window.location.pathname).toBe('/receive')
  expect(document.body).toHaveFocus()
  expect(screen.queryByRole('dialog')).toBeNull()
  fireEvent.keyDown(document.body, { key: 'ArrowDown' })
  await waitFor(() => expect(row.closest('[role="grid"]')?.contains(document.activeElement)).toBe(true))
  fireEvent.keyDown(document.activeElement ?? document.body, { key: 'x' })
  expect(screen.queryByRole('checkbox', { checked: true })).toBeNull()
})

it.each(['box', 'key'] as const)('answer: the %s answers everyone where that is chosen', async (way) => {
  const app = await opened(`/receive/mailshow?id=${encodeURIComponent(inbox)}`, { answer: 'replyAll' })
  leftOpen(app.store)
  const box = await screen.findByRole('button', { name: '回复全部…' })
  if (way === 'box') fireEvent.click(box)
  else fireEvent.keyDown(document.body, { key: 'r' })
  await waitFor(() => expect(contentIn(app)).toMatchObject({ mode: 'replyAll', subject: 'Re: Plan' }))
})
