/** New mail (SPEC §4, §7, §9): looked for on every fifth minute, told for five seconds, and no more after a look that failed. */
import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { pollNewMail } from '#contract/endpoints/mail/mail'
import { fetchedRowOf, moveRows } from '#src/features/mailbox'
import { loadFolders } from '#src/store/mail/folderThunks'
import { sessionLost, signedIn } from '#src/store/session/session'
import { changeSetting } from '#src/store/settings/settingsThunks'
import { gatewayAnswered, gatewayUnreachable } from '#src/store/shell/connection'
import { holdIntervals, holdTimers } from '../../support/browser/openTimers'
import { openServer, renderApp } from '../../support/browser/renderApp'
import { makeTestGateway, type TestGateway } from '../../support/gateway/gateway'
import { deliverPlain } from '../../support/mail/mailboxMails'

openServer()

const minute = 60_000
/** What a look leads to is there at once: not waited for as long as a page, nor by timers of 5,000 ms, which are held. */
const soon = { timeout: 4_000 }
const words = {
  'zh-CN': {
    sent: /^已发送/,
    title: '已发送 - 易邮',
    three: '3 封新邮件',
    close: '关闭',
    stopped: '没能查收新邮件，已停止自动查收。',
    retry: '重试',
    unread: '3 封未读',
  },
  'en-US': {
    sent: /^Sent/,
    title: 'Sent - EP Mail',
    three: '3 new messages',
    close: 'Close',
    stopped: 'Checking for new messages failed and has stopped.',
    retry: 'Retry',
    unread: '3 unread',
  },
} as const
type Language = keyof typeof words

let gateway: TestGateway
let isCut: boolean
let looks: number
let clock: ReturnType<typeof holdIntervals>
let notices: ReturnType<typeof holdTimers>
let icon: HTMLLinkElement

beforeEach(async () => {
  // The second minute of a fifth: 01:31.
  gateway = await makeTestGateway({ now: Date.UTC(2026, 10, 21, 1, 31) })
  isCut = false
  looks = 0
  const { fetch } = gateway
  vi.spyOn(gateway, 'fetch').mockImplementation((request) => {
    if (!new URL(request.url).pathname.endsWith(pollNewMail.path)) return fetch(request)
    looks += 1
    return isCut ? Promise.resolve(Response.json({ code: 'operationFailed' })) : fetch(request)
  })
  icon = document.head.appendChild(Object.assign(document.createElement('link'), { rel: 'icon', href: '/favicon.svg' }))
  clock = holdIntervals(minute)
  notices = holdTimers(5_000)
})
afterEach(async () => {
  notices.release()
  icon.remove()
  await gateway.close()
})

async function desk(language: Language = 'zh-CN', path = '/sent') {
  window.localStorage.setItem('ep_language', JSON.stringify({ value: language, expires: null }))
  const app = await renderApp(path, { as: 'lin', gateway })
  await screen.findByRole('link', { name: words[language].sent })
  // The desk's own code comes after the page.
  await waitFor(() => expect(clock.count()).toBe(2))
  // It has learnt where the inbox stands.
  await waitFor(() => expect(looks).toBe(1))
  await waitFor(() => expect(app.store.getState().news?.phase).toBe('resting'))
  looks = 0
  return app
}

async function minutes(count: number) {
  for (let passed = 0; passed < count; passed += 1) {
    gateway.clock.advance(minute)
    act(() => clock.ring())
  }
}

async function threeMails() {
  for (const subject of ['One', 'Two', 'Three']) await deliverPlain(gateway, 'lin', { subject })
}

const banner = () => screen.findByRole('region', { name: /^(新邮件|New messages)$/ })
const noBanner = () => expect(screen.queryByRole('region', { name: /^(新邮件|New messages)$/ })).toBeNull()

function setVisibility(state: 'visible' | 'hidden') {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state)
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
}
afterEach(() => vi.restoreAllMocks())

describe('new mail beside the inbox', () => {
  it('is told of the folders that were chosen, also on a hidden tab, and opens there', async () => {
    const { store, user } = await desk()
    await act(() => store.dispatch(changeSetting('noticeFolders', JSON.stringify(['archive', 'gone']))))
    setVisibility('hidden')
    await deliverPlain(gateway, 'lin', { subject: 'Not chosen' }, 'junk')
    await deliverPlain(gateway, 'lin', { subject: 'Filed one' }, 'archive')
    await deliverPlain(gateway, 'lin', { subject: 'Filed two' }, 'archive')
    await minutes(5)
    setVisibility('visible')
    const card = within(await banner())
    expect(card.getByText('2 封新邮件')).toBeVisible()
    await user.click(card.getByText('Filed two'))
    await waitFor(() => expect(window.location.pathname).toBe('/folder/archive/mailshow'))
  })

  it('is not what was marked as unread elsewhere, nor what is put there by hand', async () => {
    await gateway.account('lin@ep.test')
    const read = await deliverPlain(gateway, 'lin', { subject: 'Read before' }, 'archive')
    const moved = await deliverPlain(gateway, 'lin', { subject: 'Moved' }, 'inbox')
    const lin = (await gateway.stores.accounts.byAddress('lin@ep.test')) ?? expect.fail('no mailbox')
    const mails = gateway.stores.mailStores.of(lin)
    await mails.mark([read], 'seen')
    const { store } = await desk('zh-CN', '/receive')
    await act(() => store.dispatch(changeSetting('noticeFolders', JSON.stringify(['archive']))))
    await screen.findByRole('row', { name: /Moved/ })
    await mails.mark([read], 'unseen')
    const { row } = store.dispatch(fetchedRowOf(moved)) ?? expect.fail('not listed')
    await act(() => store.dispatch(moveRows([row], 'archive')))
    await minutes(5)
    await waitFor(() => expect(store.getState().news?.phase).toBe('resting'))
    await act(() => store.dispatch(loadFolders()))
    expect(store.getState().unread?.folders.find(({ id }) => id === 'archive')).toMatchObject({ total: 2, unread: 2 })
    noBanner()
    expect(store.getState().news?.notices).toBe(0)
  })
})

describe('new mail', () => {
  it.each(['zh-CN', 'en-US'] as const)(
    'is told in the page, the counts, the title and the icon, in %s',
    async (language) => {
      await desk(language)
      await threeMails()
      expect(document.title).toBe(words[language].title)
      await minutes(3)
      expect(looks).toBe(0)
      await minutes(1)
      const card = within(await banner())
      expect(card.getByText(words[language].three)).toBeVisible()
      expect(card.getByText('Three')).toBeVisible()
      expect(screen.getAllByRole('status').map((it) => it.textContent)).toContainEqual(
        expect.stringContaining(words[language].three),
      )
      await waitFor(() => expect(document.title).toBe(`(3) ${words[language].title}`))
      expect(await screen.findByText(words[language].unread)).toBeInTheDocument()
      expect(decodeURIComponent(icon.href)).toContain('>3<')
      await minutes(4)
      expect(looks).toBe(1)
      await minutes(1)
      await waitFor(() => expect(looks).toBe(2))
    },
  )

  it('is shown for five seconds, and not again by the next look', async () => {
    await desk()
    await threeMails()
    await minutes(4)
    await banner()
    expect(notices.count()).toBe(1)
    act(() => notices.ring())
    noBanner()
    await minutes(5)
    await waitFor(() => expect(looks).toBe(2))
    noBanner()
  })

  it('stays while it is pointed at or has the focus, and while the tab is hidden', async () => {
    const { user } = await desk()
    await threeMails()
    await minutes(4)
    const card = await banner()
    await user.hover(card)
    expect(notices.count()).toBe(0)
    await user.unhover(card)
    expect(notices.count()).toBe(1)
    act(() =>
      within(card)
        .getByRole('button', { name: /新邮件/ })
        .focus(),
    )
    expect(notices.count()).toBe(0)
    act(() =>
      within(card)
        .getByRole('button', { name: /新邮件/ })
        .blur(),
    )
    expect(notices.count()).toBe(1)
    setVisibility('hidden')
    expect(notices.count()).toBe(0)
    setVisibility('visible')
    expect(notices.count()).toBe(1)
  })

  it('opens at a press, and is put away by its button and by Escape', async () => {
    const { user } = await desk()
    await threeMails()
    await minutes(4)
    await user.click(within(await banner()).getByRole('button', { name: '关闭' }))
    noBanner()
    await deliverPlain(gateway, 'lin', { subject: 'Four' })
    await minutes(5)
    expect(within(await banner()).getByText('1 封新邮件')).toBeVisible()
    await user.keyboard('{Escape}')
    noBanner()
    await deliverPlain(gateway, 'lin', { subject: 'Five' })
    await minutes(5)
    await user.click(within(await banner()).getByRole('button', { name: /Five/ }))
    expect(await screen.findByRole('heading', { name: 'Five' })).toBeVisible()
    expect(window.location.pathname).toBe('/receive/mailshow')
    noBanner()
  })

  it('comes into an open inbox, and what was listed there is no news', async () => {
    const { user } = await desk('zh-CN', '/receive')
    await screen.findByText('收件箱是空的')
    await threeMails()
    await user.click(screen.getByRole('button', { name: '收信' }))
    await screen.findByRole('row', { name: /主题 Three，/ })
    await minutes(4)
    await waitFor(() => expect(looks).toBe(1))
    noBanner()
    await deliverPlain(gateway, 'lin', { subject: 'Four' })
    await minutes(5)
    await banner()
    expect(await screen.findByRole('row', { name: /主题 Four，/ })).toBeVisible()
  })

  it('is not looked for by anybody who is not signed in', async () => {
    await renderApp('/login', { gateway })
    await screen.findByRole('button', { name: '登录' })
    await minutes(10)
    expect(looks).toBe(0)
  })
})

describe('R21: after the first look that failed', () => {
  it.each(['zh-CN', 'en-US'] as const)(
    'nothing more is asked, the status line says so, and Retry looks again, in %s',
    async (language) => {
      const { user } = await desk(language)
      isCut = true
      await minutes(4)
      expect(await screen.findByText(words[language].stopped, {}, soon)).toBeVisible()
      await minutes(15)
      expect(looks).toBe(1)
      // A look that is only on its way to the gateway takes the words away at once.
      expect(screen.getByText(words[language].stopped)).toBeVisible()
      await threeMails()
      isCut = false
      await user.click(screen.getByRole('button', { name: words[language].retry }))
      await banner()
      expect(screen.queryByText(words[language].stopped)).toBeNull()
      await minutes(5)
      await waitFor(() => expect(looks).toBe(3), soon)
    },
  )

  it.each([
    ['the focus', () => act(() => void window.dispatchEvent(new Event('focus')))],
    ['being seen again', () => setVisibility('visible')],
  ])('%s looks again', async (_how, comeBack) => {
    await desk()
    isCut = true
    await minutes(4)
    await screen.findByText(words['zh-CN'].stopped, {}, soon)
    comeBack()
    await waitFor(() => expect(looks).toBe(2), soon)
    expect(await screen.findByText(words['zh-CN'].stopped, {}, soon)).toBeVisible()
    isCut = false
    comeBack()
    await waitFor(() => expect(screen.queryByText(words['zh-CN'].stopped)).toBeNull(), soon)
    expect(looks).toBe(3)
  })

  it('a line that was dead and is alive again looks again', async () => {
    const { store } = await desk()
    isCut = true
    await minutes(4)
    await screen.findByText(words['zh-CN'].stopped, {}, soon)
    act(() => void store.dispatch(gatewayUnreachable()))
    isCut = false
    await minutes(5)
    expect(looks).toBe(1)
    act(() => void store.dispatch(gatewayAnswered()))
    await waitFor(() => expect(screen.queryByText(words['zh-CN'].stopped)).toBeNull(), soon)
    expect(looks).toBe(2)
  })

  it('a sign-in looks again', async () => {
    const { store } = await desk()
    const { user } = store.getState().session
    if (user === null) throw new Error('nobody is signed in')
    isCut = true
    await minutes(4)
    await screen.findByText(words['zh-CN'].stopped, {}, soon)
    act(() => void store.dispatch(sessionLost()))
    isCut = false
    await minutes(5)
    expect(looks).toBe(1)
    act(() => void store.dispatch(signedIn(user)))
    await waitFor(() => expect(looks).toBe(2), soon)
    expect(screen.queryByText(words['zh-CN'].stopped)).toBeNull()
  })
})
