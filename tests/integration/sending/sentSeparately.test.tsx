/** A mail that went to each recipient alone, in Sent; and the page after sending where there is nothing to tell. */
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { sendStatus } from '#contract/endpoints/sending/sending'
import '#src/features/sending/result/SuccessPage'
import { setWidth } from '../../support/browser/dom'
import { openServer, renderApp } from '../../support/browser/renderApp'
import { makeCalls } from '../../support/gateway/calls'
import { makeTestGateway, type TestGateway } from '../../support/gateway/gateway'

openServer()

let gateway: TestGateway
afterEach(() => gateway.close())

type Language = 'zh-CN' | 'en-US'
const speak = (language: Language) =>
  window.localStorage.setItem('ep_language', JSON.stringify({ value: language, expires: null }))

const words = {
  'zh-CN': {
    row: (count: number) => `${count} 位收件人，分别发送`,
    label: '发送结果',
    each: (count: number) => `分别发给 ${count} 人，收件人互相看不到`,
    totals: '成功 6 · 等待中 0 · 失败 0',
    show: '查看每位收件人',
    hide: '收起',
    delivered: '已送达',
    failed: /投递失败.*没有这个邮箱/,
    again: '重新发送给未送达的收件人',
    gone: '没有可显示的发送结果',
    toSent: '查看已发送',
  },
  'en-US': {
    row: (count: number) => `${count} recipients, separately`,
    label: 'What became of the message',
    each: (count: number) => `Sent separately to ${count} people, each seeing only their own address`,
    totals: '6 sent · 0 waiting · 0 failed',
    show: 'Show each recipient',
    hide: 'Hide',
    delivered: 'Delivered',
    failed: /Could not be delivered.*There is no such mailbox/,
    again: 'Try again for those it did not reach',
    gone: 'There is no such message',
    toSent: 'Go to Sent',
  },
} as const

/** Sent to so many people of this house, the last of whom may be gone by then. */
async function sent(language: Language, count: number, isLastGone = false) {
  speak(language)
  gateway = await makeTestGateway()
  const calls = makeCalls(gateway)
  await gateway.account('lin@ep.test')
  const to = Array.from({ length: count }, (_, at) => `p${at}@ep.test`)
  for (const address of to) await gateway.account(address)
  const session = await calls.signIn('lin@ep.test')
  const form = { to, subject: '合同', html: 'x', separate: '1', idempotencyKey: 'k', holdSeconds: 10 }
  const { json } = await calls.post('writemail/sendMail.action', form, { session })
  const last = await gateway.stores.accounts.byAddress(to.at(-1) ?? '')
  if (isLastGone && last !== null) await gateway.stores.accounts.remove(last.id)
  gateway.clock.advance(20_000)
  await gateway.drain()
  return { id: String(json.id), last: to.at(-1) ?? '' }
}

const result = async (label: string) => within(await screen.findByRole('region', { name: label }))

describe.each(['zh-CN', 'en-US'] as const)('a separate send in Sent, %s', (language) => {
  const say = words[language]

  it('says in its row to how many it went, and in short and one by one what became of them', async () => {
    await sent(language, 6)
    const { user } = await renderApp('/sent', { as: 'lin', gateway })
    const row = await screen.findByRole('row', { name: new RegExp(say.row(6)) })
    expect(row).toHaveTextContent(say.row(6))
    expect(row).not.toHaveTextContent('p0@ep.test')
    await user.click(row)
    const told = await result(say.label)
    expect(told.getByText(say.each(6))).toBeInTheDocument()
    expect(await told.findByText(say.totals)).toBeInTheDocument()
    expect(told.queryByRole('table')).not.toBeInTheDocument()
    await user.click(told.getByRole('button', { name: say.show }))
    expect(told.getAllByRole('row')).toHaveLength(7)
    expect(told.getByRole('row', { name: new RegExp(`p5@ep\\.test.*${say.delivered}`) })).toBeInTheDocument()
    await user.click(told.getByRole('button', { name: say.hide }))
    expect(told.queryByRole('table')).not.toBeInTheDocument()
  })

  it('shows who was missed and why, and tries those again', async () => {
    setWidth(390)
    const { last } = await sent(language, 6, true)
    const { user } = await renderApp('/sent', { as: 'lin', gateway })
    await user.click(await screen.findByRole('row', { name: new RegExp(say.row(6)) }))
    const told = await result(say.label)
    const missed = await told.findByRole('row', { name: new RegExp(last) })
    expect(missed).toHaveTextContent(say.failed)
    await gateway.account(last)
    await user.click(told.getByRole('button', { name: say.again }))
    await waitFor(() => expect(told.getByRole('row', { name: new RegExp(last) })).toHaveTextContent(say.delivered))
    expect(told.queryByRole('button', { name: say.again })).not.toBeInTheDocument()
  })

  it('S21: of an unknown, a foreign and no send at all says that there is nothing to tell, and where to go on', async () => {
    const { id } = await sent(language, 1)
    for (const query of ['?id=none', `?id=${id}`, '?id=', '']) {
      const { user, unmount } = await renderApp(`/Success${query}`, { as: 'p0', gateway })
      expect(await screen.findByRole('heading', { name: say.gone })).toBeInTheDocument()
      expect(window.location.pathname).toBe('/Success')
      const main = within(screen.getByRole('main'))
      expect(main.getAllByRole('link')).toHaveLength(3)
      if (query === '') {
        await user.click(main.getByRole('link', { name: say.toSent }))
        await waitFor(() => expect(window.location.pathname).toBe('/sent'))
      }
      unmount()
    }
  })
})

it('the page after sending keeps the focus where it is when the answer comes', async () => {
  const { id } = await sent('zh-CN', 1)
  const { fetch } = gateway
  let answer = () => {}
  const due = new Promise<void>((resolve) => {
    answer = resolve
  })
  vi.spyOn(gateway, 'fetch').mockImplementation(async (request) => {
    if (new URL(request.url).pathname === `/${sendStatus.path}`) await due
    return fetch(request)
  })
  await renderApp(`/Success?id=${id}`, { as: 'lin', gateway })
  const toInbox = within(await screen.findByRole('main')).getByRole('link', { name: '返回收件箱' })
  toInbox.focus()
  answer()
  expect(await screen.findByRole('row', { name: /p0@ep\.test.*已送达/ })).toBeVisible()
  expect(toInbox).toHaveFocus()
})

it('the page after sending leads back to where the message was written, and takes the keys of a list', async () => {
  const { id } = await sent('zh-CN', 1)
  const { user, unmount } = await renderApp(`/Success?id=${id}&from=%2Fsent%3Fpage%3D1`, { as: 'lin', gateway })
  const main = within(await screen.findByRole('main'))
  expect(await main.findByRole('link', { name: '返回' })).toHaveAttribute('href', '/sent?page=1')
  await user.keyboard('gd')
  await waitFor(() => expect(window.location.pathname).toBe('/draft'))
  unmount()
  // An address that leads elsewhere is none.
  await renderApp(`/Success?id=${id}&from=%2F%2Fevil.example`, { as: 'lin', gateway })
  expect(await screen.findByRole('link', { name: '返回收件箱' })).toHaveAttribute('href', '/receive')
})
