/** A folder's list in conversations: switched on and kept, one row for all mails, and what is done to a row is done to them. */
import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Refusal } from '#server/core/refusal'
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
    sort: /^排序/,
    group: '按会话合并显示',
    single: '逐封显示邮件',
    hindered: '您的邮件服务器不支持按会话合并',
    singlesHere: '这个列表始终逐封显示',
    row: '未读，3 封邮件，发件人 Wang Li，Lin，Chen Bo，主题 Re: Re: Plan，',
  },
  'en-US': {
    sort: /^Sort/,
    group: 'Group into conversations',
    single: 'Show single messages',
    hindered: 'Your mail server cannot group messages into conversations',
    singlesHere: 'This list always shows single messages',
    row: 'unread, 3 messages, from Wang Li, Lin, Chen Bo, subject Re: Re: Plan, ',
  },
} as const
type Language = keyof typeof words

const keep = (name: string, value: unknown) =>
  window.localStorage.setItem(`ep_${name}`, JSON.stringify({ value, expires: null }))
const rows = () => screen.queryAllByRole('row')
const names = () => rows().map((row) => row.getAttribute('aria-label') ?? '')
const forms = (path: string) => asked.filter((one) => one.path === path).map(({ form }) => form)

/** The inbox in conversations, as the person has chosen it before. */
async function grouped(path = '/receive') {
  const ids = await deliverLetters(gateway, planAndLunch)
  const lin = await gateway.stores.accounts.byAddress('lin@ep.test')
  await gateway.stores.settings.change(lin?.id ?? '', { grouping: 'conversations' })
  keep('conversations', true)
  const app = await renderApp(path, { as: 'lin', gateway })
  await screen.findByRole('row', { name: /3 封邮件/ })
  asked.length = 0
  return { ...app, ids }
}

const tool = (name: string) => within(screen.getByRole('toolbar', { name: '邮件操作' })).getByRole('button', { name })
const plan = () => screen.findByRole('row', { name: /3 封邮件/ })

describe.each(['zh-CN', 'en-US'] as const)('the switch, %s', (language: Language) => {
  const say = words[language]

  it('groups the list, is kept for the account, and shows single mails again', async () => {
    keep('language', language)
    await deliverLetters(gateway, planAndLunch)
    const { user, unmount } = await renderApp('/receive', { as: 'lin', gateway })
    await waitFor(() => expect(rows()).toHaveLength(3))
    await user.click(screen.getByRole('button', { name: say.sort }))
    await user.click(screen.getByRole('menuitem', { name: say.group }))
    await waitFor(() => expect(rows()).toHaveLength(2))
    expect(names()[0]).toContain(say.row)
    unmount()
    window.localStorage.removeItem('ep_conversations')
    const again = await renderApp('/receive', { as: 'lin', gateway })
    await waitFor(() => expect(rows()).toHaveLength(2))
    await again.user.click(screen.getByRole('button', { name: say.sort }))
    await again.user.click(screen.getByRole('menuitem', { name: say.single }))
    await waitFor(() => expect(rows()).toHaveLength(3))
  })

  it('says why where the mail server cannot, and lists single mails whatever was chosen', async () => {
    keep('language', language)
    keep('conversations', true)
    const stores = gateway.stores.mailStores
    const of = stores.of.bind(stores)
    const refuse = () => Promise.reject(new Refusal('serverCannot', { field: 'conversations' }))
    vi.spyOn(stores, 'of').mockImplementation((account) => {
      const store = of(account)
      return {
        ...store,
        groups: false,
        page: (query: Parameters<typeof store.page>[0]) =>
          query.conversations === true ? refuse() : store.page(query),
      }
    })
    await deliverLetters(gateway, planAndLunch)
    const { user } = await renderApp('/receive', { as: 'lin', gateway })
    await waitFor(() => expect(rows()).toHaveLength(3))
    await user.click(screen.getByRole('button', { name: say.sort }))
    const item = screen.getByRole('menuitem', { name: say.group })
    expect(item).toHaveAttribute('aria-disabled', 'true')
    expect(item).toHaveAccessibleDescription(say.hindered)
    await user.click(item)
    expect(forms('settings/change.action')).toEqual([])
  })

  it('says that flagged mail is always shown singly', async () => {
    keep('language', language)
    keep('conversations', true)
    const ids = await deliverLetters(gateway, planAndLunch)
    const lin = await gateway.stores.accounts.byAddress('lin@ep.test')
    if (lin === null) throw new Error('nobody')
    await gateway.stores.mailStores.of(lin).mark(ids, 'flagged')
    const { user } = await renderApp('/flag', { as: 'lin', gateway })
    await waitFor(() => expect(rows()).toHaveLength(4))
    await user.click(screen.getByRole('button', { name: say.sort }))
    expect(screen.getByRole('menuitem', { name: say.group })).toHaveAccessibleDescription(say.singlesHere)
  })
})

describe('what is done to a conversation', () => {
  it('moves its mails of this folder in one request, and Undo brings them back', async () => {
    const { user, ids } = await grouped()
    await user.click(within(await plan()).getByRole('checkbox'))
    await user.click(tool('删除'))
    expect(rows()).toHaveLength(1)
    expect(screen.getByText('共 1 封，未读 1')).toBeVisible()
    expect(forms('manage/move2.action').map((form) => form.getAll('ids'))).toEqual([[ids[3], ids[0]]])
    await user.click(await screen.findByRole('button', { name: /撤销/ }))
    expect(await plan()).toBeVisible()
    expect(screen.getByText('共 3 封，未读 3')).toBeVisible()
  })

  it('marks all of them read by keyboard, and none twice', async () => {
    const { user, ids } = await grouped()
    ;(await plan()).focus()
    await user.keyboard('U')
    await waitFor(() => expect(screen.getByText('共 3 封，未读 1')).toBeVisible())
    expect(forms('manage/mark2').map((form) => form.getAll('ids'))).toEqual([[ids[3], ids[0]]])
    expect((await plan()).getAttribute('aria-label')).not.toContain('未读')
    await user.click(await screen.findByRole('button', { name: /撤销/ }))
    await waitFor(() => expect(screen.getByText('共 3 封，未读 3')).toBeVisible())
  })

  it('flags its newest mail, and takes the flag from all that have it', async () => {
    const { user, ids } = await grouped()
    ;(await plan()).focus()
    await user.keyboard('s')
    await user.click(await within(await plan()).findByRole('button', { name: '取消红旗' }))
    // One more press would not know which of them had it; the Undo does.
    await user.click(await screen.findByRole('button', { name: /撤销/ }))
    expect(await within(await plan()).findByRole('button', { name: '取消红旗' })).toBeVisible()
    expect(forms('manage/mark2').map((form) => [form.get('mark'), ...form.getAll('ids')])).toEqual([
      ['flagged', ids[3]],
      ['unflagged', ids[3]],
      ['flagged', ids[3]],
    ])
  })

  it('is shown as it was when the gateway refuses', async () => {
    const { user } = await grouped()
    server.use(http.post('*/webmail/manage/move2.action', () => HttpResponse.json({ code: 'diskFull' })))
    await user.click(within(await plan()).getByRole('checkbox'))
    await user.click(tool('删除'))
    expect(await plan()).toBeVisible()
    expect(screen.getByText('共 3 封，未读 3')).toBeVisible()
  })
})
