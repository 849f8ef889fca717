/** The session-timeout modal (SPEC §4, §5, §8): when it opens, where it never does, and what it says. */
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, it, vi } from 'vitest'
import { heartbeat, login } from '#contract/endpoints/session/session'
import { mock } from '../../support/browser/overMsw'
import { openServer, server } from '../../support/browser/renderApp'
import { testPassword } from '../../support/gateway/gateway'
import { desk, lose, modal, show, watchedGateway } from './sessionSetup'

openServer()
const { gateway, asked, times } = watchedGateway()

describe('opens', () => {
  it.each([
    ['the heartbeat answers that it is not OK', () => HttpResponse.json({ code: '200', ok: false, username: '' })],
    [
      'the heartbeat answers with another user',
      () => HttpResponse.json({ code: '200', ok: true, username: 'x@ep.test' }),
    ],
    ['a call is answered 403', () => new HttpResponse('', { status: 403 })],
    ['a call is answered with the bare word data', () => HttpResponse.text('data')],
  ])('where %s', async (_when, answer) => {
    const { store } = await desk()
    await screen.findByText('没有未读邮件')
    server.use(http.get(`*/${heartbeat.path}`, answer, { once: true }))
    await show()
    expect(await modal()).toHaveAttribute('id', 'modal-overTime')
    expect(store.getState().session.user?.username).toBe('lin@ep.test')
  })

  it.each([
    ['the line is dead', () => Response.error()],
    ['the mail server is away', () => HttpResponse.json({ code: 'storeAway' }, { status: 503 })],
    ['the gateway has a bug', () => HttpResponse.json({ code: 'operationFailed' }, { status: 500 })],
    ['a proxy answers in its stead', () => HttpResponse.text('<html>Bad gateway</html>', { status: 502 })],
  ])('not where %s', async (_when, answer) => {
    const { store } = await desk()
    await screen.findByText('没有未读邮件')
    const answered = vi.fn(answer)
    server.use(http.get(`*/${heartbeat.path}`, answered, { once: true }))
    await show()
    await waitFor(() => expect(answered).toHaveBeenCalledOnce())
    await show()
    await waitFor(() => expect(times(heartbeat)).toBe(1))
    expect(store.getState().session.status).toBe('signedIn')
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})

/** SPEC §4: closed in WeChat, on phones, and on renewal, mailFacadePay, mailUpgrade, orderReceipt and toPayment. */
const suppressed = ['/renewal', '/mailFacadePay', '/mailFacadePay/vip', '/mailUpgrade', '/orderReceipt', '/toPayment']
const handhelds = [
  [
    'WeChat on a computer',
    'Mozilla/5.0 (Windows NT 10.0; WOW64) Chrome/116.0 Safari/537.36 MicroMessenger/7.0.20.1781',
  ],
  [
    'WeChat on a phone',
    'Mozilla/5.0 (Linux; Android 14; V2304A) Chrome/116.0 Mobile Safari/537.36 MicroMessenger/8.0.50',
  ],
  [
    'an iPhone',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Version/18.1 Mobile Safari/604.1',
  ],
  ['an Android phone', 'Mozilla/5.0 (Linux; Android 14; Pixel 8) Chrome/131.0 Mobile Safari/537.36'],
] as const

describe('stays away', () => {
  it.each(suppressed)('on %s', async (path) => {
    const app = await desk(path)
    await lose(app)
    expect(app.store.getState().session.status).toBe('lost')
    // What is fetched for it would be here by then.
    await act(() => import('#src/app/overlays/TimeoutOverlay'))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(window.location.pathname).toBe(path)
  })

  it.each(['/receive', '/search_result?keyword=hello', '/wxPay', '/payOrder', '/paySuccess'])(
    'not on %s',
    async (path) => {
      await lose(await desk(path))
      expect(await modal()).toBeVisible()
    },
  )

  it.each(handhelds)('in %s, where the login page asks and leads back', async (_name, agent) => {
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(agent)
    const app = await desk('/receive?filter=unread')
    await lose(app)
    // Whoever signed in here last stands there already.
    expect(await screen.findByLabelText('账号')).toHaveValue('lin@ep.test')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(window.location.pathname + window.location.search).toBe('/login?next=%2Freceive%3Ffilter%3Dunread')
    await app.user.type(screen.getByLabelText('密码'), `${testPassword}{Enter}`)
    await waitFor(() => expect(window.location.pathname + window.location.search).toBe('/receive?filter=unread'))
  })
})

describe('the check', () => {
  const press = () => act(async () => void fireEvent.keyDown(document.body, { key: 'a' }))

  async function watched(path: string) {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    await desk(path)
    await waitFor(() => expect(asked()).toContain('webmail/query/folderinfo.action'))
  }

  it('comes each minute while the tab is shown', async () => {
    await watched('/mainPage')
    await act(() => vi.advanceTimersByTimeAsync(59_999))
    expect(times(heartbeat)).toBe(0)
    await act(() => vi.advanceTimersByTimeAsync(1))
    await waitFor(() => expect(times(heartbeat)).toBe(1))
    const shown = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    await act(() => vi.advanceTimersByTimeAsync(120_000))
    shown.mockRestore()
    await show()
    await waitFor(() => expect(times(heartbeat)).toBe(2))
  })

  it('comes at once when somebody is back after more than 60,000 ms, and not after less', async () => {
    await watched('/mainPage')
    gateway().clock.advance(60_000)
    await press()
    gateway().clock.advance(60_001)
    await press()
    await press()
    await waitFor(() => expect(times(heartbeat)).toBe(1))
    gateway().clock.advance(60_001)
    await act(async () => void fireEvent.pointerDown(document.body))
    await waitFor(() => expect(times(heartbeat)).toBe(2))
  })

  it.each(['/search', '/search_result?keyword=hello'])(
    'rests on %s, but for a tab that is shown again',
    async (path) => {
      await watched(path)
      await act(() => vi.advanceTimersByTimeAsync(180_000))
      gateway().clock.advance(180_000)
      await press()
      await show()
      await waitFor(() => expect(times(heartbeat)).toBe(1))
    },
  )
})

describe('the form', () => {
  it.each([
    ['zh-CN', '登录已超时', '账号', '密码', '登录', '请输入账号', '请输入密码', '大写锁定已打开', '显示密码'],
    [
      'en-US',
      'Your session has ended',
      'Account',
      'Password',
      'Sign in',
      'Enter your account',
      'Enter your password',
      'Caps Lock is on',
      'Show password',
    ],
  ])(
    'says beside the field what is missing, tells of Caps Lock and shows the password, %s',
    async (language, ...say) => {
      const [
        name = '',
        account = '',
        password = '',
        submit = '',
        noAccount = '',
        noPassword = '',
        capitals = '',
        reveal = '',
      ] = say
      const app = await desk('/mainPage', language)
      await lose(app)
      const dialog = within(await screen.findByRole('dialog', { name }))
      expect(dialog.getByLabelText(account)).toHaveValue('lin@ep.test')
      const field = dialog.getByLabelText(password)
      expect(field).toHaveFocus()
      // A real modal would give the focus to its first field before: letters on their way would spoil the account.
      expect(field).toHaveAttribute('autofocus')
      await app.user.keyboard('{Enter}')
      expect(dialog.getByText(noPassword)).toHaveAttribute('role', 'alert')
      expect(field).toHaveAccessibleDescription(noPassword)
      await app.user.clear(dialog.getByLabelText(account))
      await app.user.click(dialog.getByRole('button', { name: submit }))
      expect(dialog.getByText(noAccount)).toHaveAttribute('role', 'alert')
      expect(times(login)).toBe(1)
      await app.user.click(field)
      await app.user.keyboard('{CapsLock}S')
      expect(dialog.getByText(capitals)).toHaveAttribute('role', 'status')
      await app.user.keyboard('{CapsLock}s')
      expect(dialog.queryByText(capitals)).toBeNull()
      await app.user.click(dialog.getByRole('button', { name: reveal }))
      expect(dialog.getByLabelText(password)).toHaveAttribute('type', 'text')
    },
  )

  it.each([
    ['004', { triesLeft: 4 }, '密码错误，还有4次机会，请重新输入'],
    ['006', {}, 'vip用户过期'],
    ['007', { lockedSeconds: 900 }, '用户被锁定，请 15 分钟后再试'],
    ['007', {}, '用户被锁定，请联系管理员'],
    ['008', {}, 'vip用户过期'],
  ])('says what status %s means, and the page stays', async (code, more, words) => {
    const app = await desk()
    await lose(app)
    const dialog = within(await modal())
    server.use(mock(login, { code, status: code, ...more }))
    await app.user.type(dialog.getByLabelText('密码'), 'Secret1!{Enter}')
    expect(await dialog.findByText(words)).toHaveAttribute('role', 'alert')
    expect(app.reload).not.toHaveBeenCalled()
    expect(app.store.getState().session.status).toBe('lost')
  })

  it('closes and loads the page anew on status 000', async () => {
    const app = await desk()
    await lose(app)
    await app.user.type(within(await modal()).getByLabelText('密码'), `${testPassword}{Enter}`)
    await waitFor(() => expect(app.reload).toHaveBeenCalledOnce())
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})
