import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { browserDrafts } from '#src/lib/storage/browserDrafts'
import { selectMail } from '#src/store/mail/cache'
import { makeStore } from '#src/store/makeStore'
import { signOut } from '#src/store/session/sessionThunks'
import { signIn } from '#src/store/session/signIn'
import { keptIn } from '../../support/browser/cachedRows'
import { openServer, renderApp, server } from '../../support/browser/renderApp'
import { heldLine } from '../../support/connections/heldReply'
import { makeTestGateway, type TestGateway, testPassword } from '../../support/gateway/gateway'
import { deliverPlain } from '../../support/mail/mailboxMails'

openServer()

/** Whatever is asked of the gateway, by the last part of its path, with its form. */
function watchCalls() {
  const calls: { readonly name: string; readonly form: URLSearchParams }[] = []
  server.events.on('request:start', async ({ request }) => {
    const name = new URL(request.url).pathname.split('/').at(-1)?.replace('.action', '') ?? ''
    calls.push({ name, form: new URLSearchParams(request.method === 'POST' ? await request.clone().text() : '') })
  })
  return {
    of: (name: string) => calls.filter((call) => call.name === name).map(({ form }) => form),
    idsOf: (name: string) => calls.filter((call) => call.name === name).map(({ form }) => form.get('id')),
    forget: () => calls.splice(0),
  }
}

describe('the memory of mail', () => {
  let gateway: TestGateway
  beforeEach(async () => {
    gateway = await makeTestGateway()
    await gateway.account('lin@ep.test')
    await gateway.account('wang@ep.test')
    return async () => {
      server.events.removeAllListeners()
      await gateway.close()
    }
  })

  async function linsStore() {
    const owner = await gateway.stores.accounts.byAddress('lin@ep.test')
    if (owner === null) throw new Error('no account')
    return gateway.stores.mailStores.of(owner)
  }
  const summaryAtGateway = async (id: string) => (await (await linsStore()).summaries([id]))[0]
  const row = (name: RegExp) => screen.findByRole('row', { name })

  it('fetches unread mail in sight ahead, without marking it, and opening it asks for no text', async () => {
    const id = await deliverPlain(gateway, 'lin', { subject: 'Ahead', text: 'The text of it.' })
    const calls = watchCalls()
    const { store, user } = await renderApp('/receive', { as: 'lin', gateway })
    await row(/Ahead/)
    await waitFor(() => expect(selectMail(store.getState(), id)).toBeDefined())
    expect(calls.idsOf('showMail')).toEqual([id])
    expect(calls.of('showMail')[0]?.get('seen')).not.toBe('1')
    expect(calls.of('mark2')).toEqual([])
    expect(await summaryAtGateway(id)).toMatchObject({ seen: false })
    calls.forget()
    await user.click(await row(/Ahead/))
    expect(await screen.findByText('The text of it.')).toBeVisible()
    await waitFor(async () => expect(await summaryAtGateway(id)).toMatchObject({ seen: true }))
    expect(calls.of('showMail')).toEqual([])
    expect(calls.of('mark2')).toHaveLength(1)
  })

  it('S5: asks for no picture and sends no receipt while it fetches ahead', async () => {
    const text = `From: w@example.cn
To: lin@ep.test
Subject: Watched
Disposition-Notification-To: w@example.cn
MIME-Version: 1.0
Content-Type: text/html; charset=utf-8

<p>Hello</p><img src="https://tracker.example/open.gif">
`
    const id = await gateway.deliver('lin@ep.test', text)
    const asked: string[] = []
    server.events.on('request:start', ({ request }) => asked.push(request.url))
    const { store } = await renderApp('/receive', { as: 'lin', gateway })
    await waitFor(() => expect(selectMail(store.getState(), id)).toBeDefined())
    expect(asked.filter((url) => /tracker|image\.action|sendreceipt/i.test(url))).toEqual([])
  })

  it('fetches nothing ahead for whoever saves data, nor mail that is read or large', async () => {
    await deliverPlain(gateway, 'lin', { subject: 'Large', text: 'x'.repeat(600 * 1_024) })
    const unread = await deliverPlain(gateway, 'lin', { subject: 'Small' })
    const calls = watchCalls()
    const first = await renderApp('/receive', { as: 'lin', gateway })
    await waitFor(() => expect(selectMail(first.store.getState(), unread)).toBeDefined())
    expect(calls.idsOf('showMail')).toEqual([unread])
    first.unmount()
    await act(() => first.store.dispatch(signOut()))
    Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true })
    calls.forget()
    const second = await renderApp('/receive', { as: 'lin', gateway })
    await row(/Small/)
    await second.user.click(await row(/Small/))
    await screen.findByRole('heading', { level: 1, name: 'Small' })
    Reflect.deleteProperty(navigator, 'connection')
    expect(calls.idsOf('showMail')).toEqual([unread])
  })

  it('asks once for a mail that is opened again, and for its neighbours before they are opened', async () => {
    const older = await deliverPlain(gateway, 'lin', { subject: 'Older' })
    const newer = await deliverPlain(gateway, 'lin', { subject: 'Newer' })
    await (await linsStore()).mark({ folder: 'inbox' }, 'seen')
    const calls = watchCalls()
    const { store, user } = await renderApp('/receive', { as: 'lin', gateway })
    await user.click(await row(/Newer/))
    await screen.findByRole('heading', { level: 1, name: 'Newer' })
    await waitFor(() => expect(selectMail(store.getState(), older)).toBeDefined())
    await user.click(await row(/Older/))
    await screen.findByRole('heading', { level: 1, name: 'Older' })
    await user.click(await row(/Newer/))
    await screen.findByRole('heading', { level: 1, name: 'Newer' })
    expect(calls.idsOf('showMail')).toEqual([newer, older])
    expect(calls.of('view2')).toEqual([])
    expect(calls.of('mark2')).toEqual([])
  })

  it('shows a list again at once, and an unchanged answer keeps its rows', async () => {
    await deliverPlain(gateway, 'lin', { subject: 'Stays' })
    const calls = watchCalls()
    const { store, user } = await renderApp('/receive', { as: 'lin', gateway })
    await row(/Stays/)
    const folders = screen.getByRole('navigation')
    await user.click(within(folders).getByRole('link', { name: /^已发送/ }))
    await screen.findByText('还没有发出的邮件')
    calls.forget()
    await user.click(within(folders).getByRole('link', { name: /^收件箱/ }))
    expect(await row(/Stays/)).toBeVisible()
    const listed = () => calls.of('queryfolder2').find((form) => form.get('folder') === 'inbox')
    await waitFor(() => expect(listed()?.get('known')).toMatch(/^.{22}$/))
    await waitFor(() => {
      const lists = Object.values(store.getState().mailbox?.lists ?? {})
      expect(lists.every(({ status }) => status === 'ready')).toBe(true)
    })
    expect(screen.getByRole('row', { name: /Stays/ })).toBeVisible()
  })

  it('shows what changed elsewhere once the list is asked for again', async () => {
    const id = await deliverPlain(gateway, 'lin', { subject: 'Marked elsewhere' })
    const { user } = await renderApp('/receive', { as: 'lin', gateway })
    await row(/^未读.*Marked elsewhere/)
    await (await linsStore()).mark([id], 'seen')
    await user.click(screen.getByRole('button', { name: '刷新' }))
    await waitFor(() => expect(screen.getByRole('row', { name: /Marked elsewhere/ })).not.toHaveAccessibleName(/未读/))
  })

  it('shows list and mail of the former visit, and asks for them by one word', async () => {
    const id = await deliverPlain(gateway, 'lin', { subject: 'Kept', text: 'Kept text.' })
    await (await linsStore()).mark([id], 'seen')
    const first = await renderApp('/receive', { as: 'lin', gateway })
    await first.user.click(await row(/Kept/))
    await screen.findByText('Kept text.')
    await waitFor(async () => expect(await keptIn('mails')).toHaveLength(1))
    await waitFor(async () => expect(await keptIn('lists')).not.toEqual([]))
    first.unmount()
    const calls = watchCalls()
    const second = await renderApp(`/receive/mailshow?id=${id}`, { gateway })
    expect(await screen.findByText('Kept text.')).toBeVisible()
    await row(/Kept/)
    await waitFor(() => expect(calls.of('queryfolder2')[0]?.get('known')).toMatch(/^.{22}$/))
    expect(calls.of('showMail')).toEqual([])
    expect(calls.of('mark2')).toEqual([])
    second.unmount()
  })

  it('R11: keeps no list of what waits to be sent, which goes by itself', async () => {
    const { user } = await renderApp('/folder/scheduled', { as: 'lin', gateway })
    await screen.findByText('没有定时邮件')
    await user.click(screen.getByRole('link', { name: /^已发送/ }))
    await screen.findByText('还没有发出的邮件')
    await waitFor(async () => expect(JSON.stringify(await keptIn('lists'))).toContain('sent'))
    expect(JSON.stringify(await keptIn('lists'))).not.toContain('scheduled')
  })

  it('R11: says of a mail that was kept and is gone since that it is gone, and takes its row away', async () => {
    const id = await deliverPlain(gateway, 'lin', { subject: 'Gone since', text: 'Kept text.' })
    const first = await renderApp(`/receive/mailshow?id=${id}`, { as: 'lin', gateway })
    await screen.findByText('Kept text.')
    await waitFor(async () => expect(await keptIn('mails')).toHaveLength(1))
    first.unmount()
    await (await linsStore()).remove([id])
    const calls = watchCalls()
    await renderApp(`/receive/mailshow?id=${id}`, { gateway })
    expect(await screen.findByText('这封邮件已经不在了')).toBeVisible()
    expect(calls.of('view2')).toHaveLength(1)
    await waitFor(async () => expect(await keptIn('mails')).toEqual([]))
    expect(screen.queryByRole('row', { name: /Gone since/ })).toBeNull()
  })

  it('S18: nothing is left after signing out, neither in memory nor in the browser', async () => {
    const id = await deliverPlain(gateway, 'lin', { subject: 'Secret', text: 'Secret text.' })
    const { store, user } = await renderApp('/receive', { as: 'lin', gateway })
    await user.click(await row(/Secret/))
    await screen.findByText('Secret text.')
    await waitFor(async () => expect(await keptIn('mails')).toHaveLength(1))
    await waitFor(async () => expect(await keptIn('lists')).not.toEqual([]))
    await act(() => store.dispatch(signOut()))
    expect((await window.indexedDB.databases()).map(({ name }) => name)).not.toContain('ep_mails')
    expect(await browserDrafts(window.indexedDB).ofAccount('lin@ep.test')).toEqual([])
    expect(selectMail(store.getState(), id)).toBeUndefined()
    expect(JSON.stringify(store.getState())).not.toContain('Secret')
    expect(JSON.stringify(window.localStorage)).not.toContain('Secret')
  })

  it('S18: another person who signs in after a session ended without a sign-out finds nothing of it', async () => {
    const id = await deliverPlain(gateway, 'lin', { subject: 'Secret', text: 'Secret text.' })
    const first = await renderApp(`/receive/mailshow?id=${id}`, { as: 'lin', gateway })
    await screen.findByText('Secret text.')
    await waitFor(async () => expect(await keptIn('mails')).toHaveLength(1))
    await waitFor(async () => expect(await keptIn('lists')).not.toEqual([]))
    first.unmount()
    // The session is over, as after hours; what was kept stays hidden.
    for (const name of ['tokenList', 'userInfo']) window.localStorage.removeItem(`ep_${name}`)
    const second = await renderApp(`/receive/mailshow?id=${id}`, { as: 'wang', gateway })
    expect(await screen.findByText('这封邮件已经不在了')).toBeVisible()
    expect(screen.queryByText(/Secret/)).toBeNull()
    expect(JSON.stringify(second.store.getState())).not.toContain('Secret')
    expect(JSON.stringify(await keptIn('mails'))).not.toContain('Secret')
    expect(JSON.stringify(await keptIn('lists'))).not.toContain('Secret')
  })

  it('S18: nothing of it lies in the browser from the moment at which another person is signed in', async () => {
    await deliverPlain(gateway, 'lin', { subject: 'Secret', text: 'Secret text.' })
    const { services, unmount } = await renderApp('/receive', { as: 'lin', gateway })
    await waitFor(async () => expect(await keptIn('mails')).toHaveLength(1))
    unmount()
    for (const name of ['tokenList', 'userInfo']) window.localStorage.removeItem(`ep_${name}`)
    await makeStore(services).dispatch(signIn({ username: 'wang@ep.test', password: testPassword, stay: false }))
    const names = async () => (await window.indexedDB.databases()).map(({ name }) => name)
    await waitFor(async () => expect(await names()).not.toContain('ep_mails'))
  })

  it('S18: the same person finds it again', async () => {
    const id = await deliverPlain(gateway, 'lin', { subject: 'Mine', text: 'My text.' })
    const first = await renderApp(`/receive/mailshow?id=${id}`, { as: 'lin', gateway })
    await screen.findByText('My text.')
    await waitFor(async () => expect(await keptIn('mails')).toHaveLength(1))
    first.unmount()
    for (const name of ['tokenList', 'userInfo']) window.localStorage.removeItem(`ep_${name}`)
    const calls = watchCalls()
    await renderApp(`/receive/mailshow?id=${id}`, { as: 'lin', gateway })
    expect(await screen.findByText('My text.')).toBeVisible()
    expect(calls.of('showMail')).toEqual([])
  })

  it('S18: a database that opens only after the person signed out leaves no name behind', async () => {
    const { services } = await renderApp('/login', { gateway })
    const { openMailDatabase } = await import('#src/store/mail/cache')
    const line = heldLine()
    const open = async (account: string) => {
      await line.over
      return services.keptMails.open(account)
    }
    const store = makeStore({ ...services, keptMails: { ...services.keptMails, open } })
    await store.dispatch(signIn({ username: 'lin@ep.test', password: testPassword, stay: false }))
    const opening = store.dispatch(openMailDatabase())
    await store.dispatch(signOut())
    line.letGo()
    expect(await opening).toBeNull()
    expect(Object.keys(window.localStorage)).toEqual([])
    expect((await window.indexedDB.databases()).map(({ name }) => name)).not.toContain('ep_mails')
  })

  it('S18: an answer that comes after the person signed out is not taken', async () => {
    const id = await deliverPlain(gateway, 'lin', { subject: 'Late', text: 'Late text.' })
    const { store } = await renderApp('/receive', { as: 'lin', gateway })
    await row(/Late/)
    const { fetchMail } = await import('#src/store/mail/cache')
    const fetching = store.dispatch(fetchMail(id, { isPrefetch: false }))
    store.dispatch({ type: 'session/signedOut' })
    await fetching
    expect(selectMail(store.getState(), id)).toBeUndefined()
  })
})
