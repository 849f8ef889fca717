/** `/pclogin`: the picture, what the phone says of it, and the phone's own page (BEHAVIOUR §17, SPEC §2). */
import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { loginQrCode, pollQrLogin } from '#contract/endpoints/session/qrLogin'
import { limits } from '#contract/limits'
import { mock } from '../../support/browser/overMsw'
import { openServer, renderApp, server } from '../../support/browser/renderApp'
import { makeCalls } from '../../support/gateway/calls'
import { testPassword } from '../../support/gateway/gateway'
import { watchedGateway } from './sessionSetup'

openServer()
const { gateway, times } = watchedGateway()
afterEach(() => {
  vi.useRealTimers()
  server.events.removeAllListeners()
})

const words = {
  'zh-CN': {
    picture: '登录二维码',
    waiting: '请用已登录邮箱的手机扫描二维码',
    scanned: '林，请在手机上确认登录',
    expired: '二维码已过期',
    cancelled: '手机上已取消登录',
    refresh: '刷新二维码',
    password: ['账号登录', '密码'],
    accept: '登录',
    refuse: '取消',
    letIn: '已确认，电脑上会自动进入邮箱。',
    refused: '已取消，那个浏览器没有登录。',
    city: ['城市', '未知'],
    gone: '二维码已过期或已被使用，请在电脑上刷新后重新扫描。',
  },
  'en-US': {
    picture: 'QR code to sign in',
    waiting: 'Scan the code with a phone that is signed in to your mailbox',
    scanned: '林, confirm on your phone',
    expired: 'The QR code has expired',
    cancelled: 'The sign-in was cancelled on the phone',
    refresh: 'New QR code',
    password: ['Sign in to your account', 'Password'],
    accept: 'Sign in',
    refuse: 'Cancel',
    letIn: 'Confirmed. The computer opens your mailbox by itself.',
    refused: 'Cancelled. That browser was not signed in.',
    city: ['City', 'Unknown'],
    gone: 'The QR code has expired or was used. Get a new one on the computer and scan it again.',
  },
} as const
const languages = ['zh-CN', 'en-US'] as const
const speak = (value: string) => window.localStorage.setItem('ep_language', JSON.stringify({ value, expires: null }))
const tick = () => act(() => vi.advanceTimersByTimeAsync(limits.qrLoginPollMs))

describe.each(languages)('on the computer, %s', (language) => {
  const say = words[language]

  /** The picture is there, and a phone that is signed in. */
  async function shown(path = '/pclogin?next=/mainPage') {
    speak(language)
    await gateway().account('lin@ep.test', { displayName: '林' })
    const calls = makeCalls(gateway())
    const session = await calls.signIn('lin@ep.test')
    const made: string[] = []
    server.events.on('response:mocked', async ({ request, response }) => {
      if (request.url.includes('loginQrCode')) made.push(String((await response.clone().json()).id))
    })
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const app = await renderApp(path, { gateway: gateway() })
    const picture = await screen.findByRole('img', { name: say.picture })
    const post = (call: string, form: object) =>
      calls.post(`login/${call}QrLogin.action`, { id: made.at(-1) ?? '', ...form }, { session })
    return { ...app, picture, scan: () => post('scan', {}), decide: (accept: 0 | 1) => post('decide', { accept }) }
  }

  it('S19: shows 120 × 120, looks every three seconds while shown, and goes in once it is confirmed', async () => {
    const { picture, scan, decide, store, services } = await shown()
    expect([picture.getAttribute('width'), picture.getAttribute('height')]).toEqual(['120', '120'])
    expect(screen.getByText(say.waiting)).toHaveAttribute('role', 'status')
    expect(times(pollQrLogin)).toBe(0)
    await tick()
    await waitFor(() => expect(times(pollQrLogin)).toBe(1))
    const hidden = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    await tick()
    await tick()
    hidden.mockRestore()
    expect(times(pollQrLogin)).toBe(1)
    await scan()
    await tick()
    expect(await screen.findByText(say.scanned)).toBeVisible()
    expect(screen.queryByRole('img', { name: say.picture })).toBeNull()
    await decide(1)
    await tick()
    await waitFor(() => expect(window.location.pathname).toBe('/mainPage'))
    expect(store.getState().session.user?.username).toBe('lin@ep.test')
    expect(services.stored.get('staysSignedIn')).toBe(false)
  })

  it('says that it has run out or was cancelled, and is made anew by hand', async () => {
    const { user, scan, decide } = await shown()
    gateway().clock.advance(limits.qrLoginMs)
    await tick()
    expect(await screen.findByText(say.expired)).toHaveAttribute('role', 'status')
    await tick()
    expect(times(pollQrLogin)).toBe(1)
    await user.click(screen.getByRole('button', { name: say.refresh }))
    await screen.findByRole('img', { name: say.picture })
    await scan()
    await decide(0)
    await tick()
    expect(await screen.findByText(say.cancelled)).toBeVisible()
    server.use(mock(loginQrCode, { code: 'tooManyTries' }))
    await user.click(screen.getByRole('button', { name: say.refresh }))
    expect(await screen.findByRole('button', { name: say.refresh })).toBeVisible()
  })

  it('has the password one step away', async () => {
    const { user } = await shown()
    const [tab = '', field = ''] = say.password
    await user.click(screen.getByRole('button', { name: tab, pressed: false }))
    await user.type(screen.getByRole('textbox'), 'lin@ep.test')
    await user.type(screen.getByLabelText(field), `${testPassword}{Enter}`)
    await waitFor(() => expect(window.location.pathname).toBe('/mainPage'))
  })
})

describe.each(languages)('on the phone, %s', (language) => {
  const say = words[language]

  async function asked() {
    speak(language)
    const calls = makeCalls(gateway())
    const agent = 'Mozilla/5.0 (Windows NT 10.0) Chrome/131.0 Safari/537.36'
    const { json } = await calls.get('login/loginQrCode', {}, { headers: { 'user-agent': agent } })
    const app = await renderApp(String(json.text), { as: 'lin', gateway: gateway() })
    const state = async () =>
      (await calls.get('login/polling', { id: String(json.id), secret: String(json.secret) })).json.state
    return { ...app, state, path: String(json.text) }
  }

  it.each(['accept', 'refuse'] as const)('shows who wants to be let in, and takes the answer: %s', async (answer) => {
    const { user, state } = await asked()
    expect(await screen.findByText('Chrome · Windows')).toBeVisible()
    expect(screen.getByText('192.0.2.1')).toBeVisible()
    const [city, unknown] = say.city
    expect(screen.getByText(city).nextElementSibling).toHaveTextContent(unknown)
    expect(await state()).toBe('scanned')
    await user.click(screen.getByRole('button', { name: say[answer] }))
    expect(await screen.findByText(answer === 'accept' ? say.letIn : say.refused)).toHaveAttribute('role', 'status')
    expect(await state()).toBe(answer === 'accept' ? 'confirmed' : 'cancelled')
  })

  it('says that a code is gone', async () => {
    speak(language)
    await renderApp('/pclogin?confirm=nothing', { as: 'lin', gateway: gateway() })
    expect(await screen.findByText(say.gone)).toBeVisible()
  })
})

it('S19: asks a phone that is not signed in to sign in first', async () => {
  await gateway().account('lin@ep.test')
  const { user } = await renderApp('/pclogin?confirm=abc', { gateway: gateway() })
  await user.type(await screen.findByLabelText('账号'), 'lin@ep.test')
  expect(window.location.pathname + window.location.search).toBe('/login?next=%2Fpclogin%3Fconfirm%3Dabc')
  await user.type(screen.getByLabelText('密码'), `${testPassword}{Enter}`)
  expect(await screen.findByText(words['zh-CN'].gone)).toBeVisible()
})

it('VIP mailboxes have a door of their own, with the same form', async () => {
  await gateway().account('lin@ep.test')
  const { user } = await renderApp('/login_vip', { gateway: gateway() })
  expect(await screen.findByRole('heading', { level: 1, name: 'VIP 登录' })).toBeVisible()
  await user.type(screen.getByLabelText('账号'), 'lin@ep.test')
  await user.type(screen.getByLabelText('密码'), `${testPassword}{Enter}`)
  await waitFor(() => expect(window.location.pathname).toBe('/receive'))
})
