/** An opened conversation: its mails as lines, opened by keyboard, read and acted on one by one or all together. */
import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { gatewayHandlers } from '../../support/browser/overMsw'
import { openServer, renderApp, server } from '../../support/browser/renderApp'
import { makeTestGateway, type TestGateway } from '../../support/gateway/gateway'
import { deliverLetters, planAndLunch } from '../../support/mail/conversationMails'

openServer()

let gateway: TestGateway
const asked: { path: string; form: URLSearchParams }[] = []
server.events.on('request:start', async ({ request }) => {
  const path = new URL(request.url).pathname.replace('/webmail/', '')
  asked.push({ path, form: new URLSearchParams(await request.clone().text()) })
})
beforeEach(async () => {
  asked.length = 0
  gateway = await makeTestGateway()
  await gateway.account('lin@ep.test')
})
afterEach(() => gateway.close())

const words = {
  'zh-CN': {
    row: /3 封邮件/,
    title: '会话',
    reply: '回复',
    earlier: '显示更早的邮件（3 封）',
    removeOne: '删除这封邮件',
    gone: '这封邮件已经不在了',
    of: (sender: string) => `对 ${sender} 这封邮件的操作`,
  },
  'en-US': {
    row: /3 messages/,
    title: 'Conversation',
    reply: 'Reply',
    earlier: 'Show earlier messages (3)',
    removeOne: 'Delete this message',
    gone: 'This message is no longer here',
    of: (sender: string) => `Actions for the message from ${sender}`,
  },
} as const
type Language = keyof typeof words

const keep = (name: string, value: unknown) =>
  window.localStorage.setItem(`ep_${name}`, JSON.stringify({ value, expires: null }))
const forms = (path: string) => asked.filter((one) => one.path === path).map(({ form }) => form)
const ofLin = async () => {
  const lin = await gateway.stores.accounts.byAddress('lin@ep.test')
  if (lin === null) throw new Error('nobody')
  return lin
}

async function start(path = '/receive', language: Language = 'zh-CN') {
  keep('language', language)
  keep('conversations', true)
  await gateway.stores.settings.change((await ofLin()).id, { grouping: 'conversations' })
  const app = await renderApp(path, { as: 'lin', gateway })
  await screen.findAllByRole('row')
  return app
}

/** The mails whose texts were asked for. */
const texts = () => forms('readmail/showMail.action').map((form) => form.get('id'))

const article = (title: string = words['zh-CN'].title) => screen.findByRole('article', { name: title })
const lines = async (title?: string) =>
  (await within(await article(title)).findAllByRole('listitem')).flatMap((item) =>
    within(item).queryAllByRole('button').slice(0, 1),
  )
const state = (line: HTMLElement) => line.getAttribute('aria-expanded')

describe.each(['zh-CN', 'en-US'] as const)('an opened conversation, %s', (language) => {
  const say = words[language]

  it('shows its mails oldest first, the unread ones open and then read, the rest a line each', async () => {
    const ids = await deliverLetters(gateway, planAndLunch)
    const [plan = '', , own = ''] = ids
    await gateway.stores.mailStores.of(await ofLin()).mark([plan, own], 'seen')
    const { user } = await start('/receive', language)
    await user.click(await screen.findByRole('row', { name: say.row }))
    expect((await lines(say.title)).map((line) => [line.textContent?.slice(0, 6), state(line)])).toEqual([
      [expect.stringContaining('Wang'), 'false'],
      [expect.stringContaining('Lin'), 'false'],
      [expect.stringContaining('Chen'), 'true'],
    ])
    expect(screen.getByRole('heading', { level: 1, name: /Plan/ })).toBeVisible()
    await waitFor(() => expect(texts()).toContain(ids[3]))
    expect(texts()).not.toContain(plan)
    await waitFor(() => expect(forms('manage/mark2').map((form) => form.getAll('ids'))).toEqual([[ids[3]]]))
    expect((await screen.findByRole('row', { name: say.row })).getAttribute('aria-current')).toBe('true')
  })

  it('opens a line by keyboard, and asks for its text only then', async () => {
    const ids = await deliverLetters(gateway, planAndLunch)
    await gateway.stores.mailStores.of(await ofLin()).mark(ids, 'seen')
    const { user } = await start(`/receive/mailshow?id=${ids[3]}`, language)
    const [first] = await lines(say.title)
    expect(first && state(first)).toBe('false')
    expect(texts()).not.toContain(ids[0])
    first?.focus()
    await user.keyboard('{Enter}')
    expect(first && state(first)).toBe('true')
    await waitFor(() => expect(texts()).toContain(ids[0]))
    expect(texts()).not.toContain(ids[2])
    expect(await screen.findByRole('button', { name: say.of('Wang Li') })).toBeVisible()
    await user.keyboard('{Enter}')
    expect(first && state(first)).toBe('false')
    expect(first).toHaveFocus()
  })

  it('R16: of a long one shows fifty lines and one text, and earlier ones when asked', async () => {
    const letters = Array.from({ length: 53 }, (_, n) => ({
      id: `m${n}`,
      subject: `Note ${n}`,
      ...(n === 0 ? {} : { answers: 'm0' }),
    }))
    const ids = await deliverLetters(gateway, letters)
    await gateway.stores.mailStores.of(await ofLin()).mark(ids, 'seen')
    const { user } = await start(`/receive/mailshow?id=${ids.at(-1)}`, language)
    const shown = within(await article(say.title))
    expect(await shown.findAllByRole('listitem')).toHaveLength(50)
    await user.click(shown.getByText(say.earlier))
    await waitFor(() => expect(shown.getAllByRole('listitem')).toHaveLength(53))
    expect(shown.queryByText(say.earlier)).toBeNull()
    await waitFor(() => expect(texts()).toEqual([ids.at(-1)]))
  })
})

describe('what is done in an opened conversation', () => {
  async function opened() {
    const ids = await deliverLetters(gateway, planAndLunch)
    const app = await start()
    await app.user.click(await screen.findByRole('row', { name: /3 封邮件/ }))
    await lines()
    return { ...app, ids }
  }

  it('deletes all its mails of the folder in one request, and Undo brings them back', async () => {
    const { user, ids } = await opened()
    await user.click(within(screen.getByRole('toolbar', { name: '会话操作' })).getByRole('button', { name: '删除' }))
    await waitFor(() =>
      expect(forms('manage/move2.action').map((form) => form.getAll('ids'))).toEqual([[ids[3], ids[0]]]),
    )
    expect(screen.queryByRole('row', { name: /3 封邮件/ })).toBeNull()
    await user.click(await screen.findByRole('button', { name: /撤销/ }))
    expect(await screen.findByRole('row', { name: /3 封邮件/ })).toBeVisible()
  })

  it('deletes one of them alone, and Undo puts it back in its place', async () => {
    const { user, ids } = await opened()
    await user.click(await screen.findByRole('button', { name: words['zh-CN'].of('Chen Bo') }))
    await user.click(screen.getByRole('menuitem', { name: '删除这封邮件' }))
    await waitFor(async () => expect(await lines()).toHaveLength(2))
    expect(forms('manage/move2.action').map((form) => form.getAll('ids'))).toEqual([[ids[3]]])
    await user.click(await screen.findByRole('button', { name: /撤销/ }))
    await waitFor(async () => expect(await lines()).toHaveLength(3))
  })

  it('offers to move what else its one sender sends, however many of its mails there are', async () => {
    await deliverLetters(gateway, [
      { id: 'a1', subject: 'Trip' },
      { id: 'a2', answers: 'a1', subject: 'Re: Trip' },
    ])
    const { user } = await start()
    await user.click(await screen.findByRole('row', { name: /2 封邮件/ }))
    await lines()
    await user.click(within(screen.getByRole('toolbar', { name: '会话操作' })).getByRole('button', { name: '更多' }))
    await user.click(screen.getByRole('menuitem', { name: '移动到' }))
    const picker = within(await screen.findByRole('dialog', { name: '移动 2 封邮件' }))
    expect(picker.getByRole('checkbox', { name: '以后来自该发件人的邮件都移到这里' })).toBeVisible()
  })

  it('answers the mail in whose menu that was chosen', async () => {
    const { user } = await opened()
    await user.click(await screen.findByRole('button', { name: words['zh-CN'].of('Wang Li') }))
    await user.click(screen.getByRole('menuitem', { name: '回复' }))
    const composer = within(await screen.findByRole('dialog', { name: /^写信：/ }))
    expect(await composer.findByRole('button', { name: 'Wang Li <wang@example.com>' })).toBeInTheDocument()
    expect(window.location.pathname).toBe('/receive/mailshow')
  })

  it.each(['回复', '回复…'])('answers its newest mail by %s', async (name) => {
    const { user } = await opened()
    await user.click(within(await article()).getByRole('button', { name }))
    const composer = within(await screen.findByRole('dialog', { name: /^写信：/ }))
    expect(await composer.findByRole('button', { name: 'Chen Bo <chen@example.com>' })).toBeInTheDocument()
  })

  it('grows when a mail comes to it', async () => {
    const { user } = await opened()
    await deliverLetters(gateway, [{ id: 'p4', answers: 'p3', subject: 'Re: Plan', from: 'Late <late@example.com>' }])
    await user.click(screen.getByRole('button', { name: '刷新' }))
    expect(await within(await article()).findByText('Late')).toBeVisible()
  })

  it('that is gone says so', async () => {
    await deliverLetters(gateway, planAndLunch)
    await start('/receive/mailshow?id=none')
    expect(await screen.findByText(words['zh-CN'].gone)).toBeVisible()
  })

  it('is asked for again after a failure', async () => {
    await deliverLetters(gateway, planAndLunch)
    const { user } = await start()
    server.use(http.post('*/webmail/query/conversation.action', () => HttpResponse.json({ code: 'operationFailed' })))
    await user.click(await screen.findByRole('row', { name: /3 封邮件/ }))
    const retry = await within(await article()).findByRole('button', { name: /重试/ })
    server.use(...gatewayHandlers(gateway))
    await user.click(retry)
    expect(await lines()).toHaveLength(3)
  })
})
