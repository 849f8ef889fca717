/** Remote pictures: shown once, or always for a sender, which can be taken back. */
import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Refusal } from '#server/core/refusal'
// Before a test waits for it.
import '#src/features/settings/SettingsPages'
import { openServer, renderApp } from '../../support/browser/renderApp'
import { makeTestGateway, type TestGateway } from '../../support/gateway/gateway'

openServer()

let gateway: TestGateway
beforeEach(async () => {
  gateway = await makeTestGateway({ env: { AUTH_SERVERS: 'mx.ep.test' } })
  await gateway.account('lin@ep.test')
})
afterEach(() => gateway.close())

const words = {
  'zh-CN': {
    once: '显示一次',
    always: '总是显示此发件人的图片',
    blocked: '为保护隐私，已阻止 1 张远程图片。',
    menu: /^账户菜单/,
    settings: '设置',
    pictures: /^外部图片/,
    senders: '总是显示图片的发件人',
    remove: '不再总是显示 news@shop.example 的图片',
    gone: '没有这样的发件人',
    body: '正文：Offer',
  },
  'en-US': {
    once: 'Show once',
    always: 'Always from this sender',
    blocked: '1 remote image was blocked to protect your privacy.',
    menu: /^Account menu/,
    settings: 'Settings',
    pictures: /^Remote images/,
    senders: 'Images are always shown from',
    remove: 'No longer always show images from news@shop.example',
    gone: 'No such senders',
    body: 'Body: Offer',
  },
} as const
type Language = keyof typeof words
const speak = (language: Language) =>
  window.localStorage.setItem('ep_language', JSON.stringify({ value: language, expires: null }))

const letter = (results = '') => `${results}From: News <News@shop.example>
To: lin@ep.test
Subject: Offer
MIME-Version: 1.0
Content-Type: text/html; charset=utf-8

<p>Hello</p><img src="https://tracker.example/1.png">
`
const deliver = (into = 'inbox', results = '') => gateway.deliver('lin@ep.test', letter(results), into)
const open = (id: string, path = '/receive') => renderApp(`${path}/mailshow?id=${id}`, { as: 'lin', gateway })
const source = (body: string) => screen.getByTitle(body).getAttribute('srcdoc') ?? ''
const proxied = (body: string) =>
  waitFor(() => expect(source(body)).toMatch(/<img[^>]*src="[^"]*\/webmail\/readmail\/image\.action\?sid=/))

describe.each(['zh-CN', 'en-US'] as const)('S5: remote pictures, in %s,', (language) => {
  const said = words[language]

  it('are always shown from a sender once that was chosen, through the gateway alone, until it is taken back', async () => {
    speak(language)
    const [first, second] = [await deliver(), await deliver()]
    const view = await open(first)
    expect(await screen.findByText(said.blocked)).toBeVisible()
    expect(source(said.body)).not.toContain('tracker.example')
    await view.user.click(screen.getByRole('button', { name: said.always }))
    await proxied(said.body)
    expect(screen.queryByText(said.blocked)).toBeNull()
    view.unmount()

    const { user } = await open(second)
    await screen.findByTitle(said.body)
    await proxied(said.body)
    expect(source(said.body)).not.toMatch(/<img[^>]*src="https:\/\/tracker/)
    await user.click(screen.getByRole('button', { name: said.menu }))
    await user.click(screen.getByRole('menuitem', { name: said.settings }))
    await user.click(await screen.findByRole('link', { name: said.pictures }))
    const list = within(await screen.findByRole('region', { name: said.senders }))
    expect(await list.findByText('news@shop.example')).toBeVisible()
    await user.click(list.getByRole('button', { name: said.remove }))
    expect(await list.findByText(said.gone)).toBeVisible()
    act(() => window.history.go(-2))
    expect(await screen.findByText(said.blocked)).toBeVisible()
    expect(source(said.body)).not.toContain('tracker.example')
  })
})

describe('S5: remote pictures', () => {
  const { once, always, blocked, body } = words['zh-CN']

  it('shown once are blocked again in the next mail', async () => {
    const [first, second] = [await deliver(), await deliver()]
    const view = await open(first)
    await view.user.click(await screen.findByRole('button', { name: once }))
    await proxied(body)
    view.unmount()
    await open(second)
    expect(await screen.findByText(blocked)).toBeVisible()
  })

  it.each([
    ['in Junk', 'junk', ''],
    ['where the sender is doubtful', 'inbox', 'Authentication-Results: mx.ep.test; dmarc=fail\n'],
  ])('are offered once alone %s', async (_, into, results) => {
    await open(await deliver(into, results), into === 'junk' ? '/rubbish' : '/receive')
    expect(await screen.findByRole('button', { name: once })).toBeVisible()
    expect(screen.queryByRole('button', { name: always })).toBeNull()
  })

  it('stay blocked where the choice is refused, which is said', async () => {
    const { user } = await open(await deliver())
    vi.spyOn(gateway.stores.imageSenders, 'add').mockRejectedValueOnce(new Refusal('operationFailed'))
    await user.click(await screen.findByRole('button', { name: always }))
    expect(await screen.findByText('操作失败，请稍后重试')).toBeVisible()
    expect(screen.getByText(blocked)).toBeVisible()
  })
})
