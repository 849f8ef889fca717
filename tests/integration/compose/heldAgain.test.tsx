/** What was sent and can still be undone is followed after a reload, and in the windows that did not send it. */
import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { limits } from '#contract/limits'
import { setWidth } from '../../support/browser/dom'
import { openServer, renderApp } from '../../support/browser/renderApp'
import { makeCalls, type Signed } from '../../support/gateway/calls'
import { makeTestGateway, type TestGateway } from '../../support/gateway/gateway'

openServer()

let gateway: TestGateway
afterEach(() => gateway.close())

const words = {
  'zh-CN': {
    label: '正在发送的邮件',
    held: '正在发送“合同”',
    seconds: (count: number) => `${count} 秒`,
    leaves: (count: number) => `${count} 秒后发送`,
    undo: '撤销',
    sent: '已发送：“合同”',
    outbox: /^发件箱/,
    menu: '打开菜单',
    subject: '主题',
    edit: '编辑',
    takenBack: '“合同”已在别处撤销发送，现为草稿',
    shortly: '即将发送',
  },
  'en-US': {
    label: 'Message being sent',
    held: 'Sending “合同”',
    seconds: (count: number) => `${count} s`,
    leaves: (count: number) => `Goes in ${count} s`,
    undo: 'Undo',
    sent: 'Sent: “合同”',
    outbox: /^Outbox/,
    menu: 'Open menu',
    subject: 'Subject',
    edit: 'Edit',
    takenBack: '“合同” was taken back elsewhere and is a draft now',
    shortly: 'Will be sent shortly',
  },
} as const

/** A mail that another window, or the page before, has sent with ten seconds for an Undo. */
async function sentElsewhere(language: keyof typeof words, path: string) {
  window.localStorage.setItem('ep_language', JSON.stringify({ value: language, expires: null }))
  gateway = await makeTestGateway()
  const calls = makeCalls(gateway)
  for (const name of ['lin', 'wang']) await gateway.account(`${name}@ep.test`)
  const session: Signed = await calls.signIn('lin@ep.test')
  const form = { to: 'wang@ep.test', subject: '合同', html: 'x', idempotencyKey: 'k', holdSeconds: 10 }
  const { json } = await calls.post('writemail/sendMail.action', form, { session })
  const id = String(json.id)
  const app = await renderApp(path.replace('ID', `out.${id}`), { as: 'lin', gateway })
  const post = (call: string) => calls.post(`writemail/${call}.action`, { id }, { session })
  /** Its seconds are over, and it goes. */
  const leave = async () => {
    gateway.clock.advance(10_000 + limits.holdMarginMs)
    await gateway.drain()
  }
  return { ...app, id, post, leave }
}

describe.each(['zh-CN', 'en-US'] as const)('a held mail after a reload, %s', (language) => {
  const say = words[language]
  const card = async () => within(await screen.findByRole('region', { name: say.label }))
  const nav = () =>
    within(screen.getByRole('navigation', { name: language === 'zh-CN' ? '邮件文件夹' : 'Mail folders' }))

  it('is shown with the seconds left, and undone', async () => {
    const { user } = await sentElsewhere(language, '/mainPage')
    const shown = await card()
    await waitFor(() => expect(shown.getByRole('status')).toHaveTextContent(say.held))
    expect((await card()).getByText(say.seconds(10))).toBeInTheDocument()
    await user.click((await card()).getByRole('button', { name: say.undo }))
    expect(await screen.findByLabelText(say.subject)).toHaveValue('合同')
    expect(screen.queryByRole('region', { name: say.label })).not.toBeInTheDocument()
  })

  it('counts down in its row, and leaves the outbox and its count when it goes', async () => {
    const { leave } = await sentElsewhere(language, '/folder/outbox')
    const row = await screen.findByRole('row', { name: /合同/ })
    expect(await within(row).findByText(say.leaves(10))).toBeInTheDocument()
    expect(await nav().findByRole('link', { name: say.outbox })).toBeInTheDocument()
    gateway.clock.advance(4_000)
    expect(await within(row).findByText(say.leaves(6))).toBeInTheDocument()
    await leave()
    expect(await screen.findByText(say.sent)).toBeInTheDocument()
    await waitFor(() => expect(screen.queryByRole('row', { name: /合同/ })).not.toBeInTheDocument())
    await waitFor(() => expect(nav().queryByRole('link', { name: say.outbox })).not.toBeInTheDocument())
  })

  it('stands among the folders of a phone whenever those are opened', async () => {
    setWidth(390)
    const { user } = await sentElsewhere(language, '/mainPage')
    await card()
    await user.click(await screen.findByRole('button', { name: say.menu }))
    expect(nav().getByRole('link', { name: say.outbox })).toBeInTheDocument()
  })

  it('counts down where it is read, and is left when it goes', async () => {
    const { leave } = await sentElsewhere(language, '/folder/outbox/mailshow?id=ID')
    const reader = within(await screen.findByRole('article'))
    expect(await reader.findByText(say.leaves(10))).toBeInTheDocument()
    // What is read aloud does not count.
    expect(reader.getByText(say.shortly)).toHaveClass('visually-hidden')
    expect(reader.getByRole('button', { name: say.edit })).toBeEnabled()
    await leave()
    await waitFor(() => expect(window.location.pathname).toBe('/folder/outbox'))
    expect(screen.getByText(say.sent)).toBeInTheDocument()
  })

  it('is said to be a draft again where another window has taken it back', async () => {
    const { post } = await sentElsewhere(language, '/mainPage')
    await card()
    await post('takeBack')
    act(() => void document.dispatchEvent(new Event('visibilitychange')))
    expect(await screen.findByText(say.takenBack)).toBeInTheDocument()
    expect(screen.queryByRole('region', { name: say.label })).not.toBeInTheDocument()
  })
})

it('a window that did not send a mail shows it when it is looked at again', async () => {
  const { id } = await sentElsewhere('zh-CN', '/mainPage')
  await screen.findByRole('region', { name: '正在发送的邮件' })
  const calls = makeCalls(gateway)
  const session = await calls.signIn('lin@ep.test')
  const form = { to: 'wang@ep.test', subject: '发票', html: 'x', idempotencyKey: 'other', holdSeconds: 30 }
  const { json } = await calls.post('writemail/sendMail.action', form, { session })
  expect(json.id).not.toBe(id)
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
  expect(await screen.findByText('正在发送“发票”')).toBeInTheDocument()
})
