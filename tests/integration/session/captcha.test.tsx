/** The captcha of the sign-in form, wherever that form stands: the login pages and the session-timeout modal (TRUST S19, docs/decisions/0022). */
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { captchaWait } from '#contract/endpoints/session/captcha'
import { login } from '#contract/endpoints/session/session'
import { captchaLimits } from '#contract/session/captchaLimits'
import { sessionLost } from '#src/store/session/session'
import { mock } from '../../support/browser/overMsw'
import { openServer, renderApp, server } from '../../support/browser/renderApp'
import { makeCalls } from '../../support/gateway/calls'
import { makeTestGateway, type TestGateway, testPassword } from '../../support/gateway/gateway'
import { readableCaptchas } from '../../support/mail/readableCaptchas'

openServer()
let gateway: TestGateway
let captchas: ReturnType<typeof readableCaptchas>
beforeEach(async () => {
  captchas = readableCaptchas()
  gateway = await makeTestGateway({ paintCaptcha: captchas.paintCaptcha })
  await gateway.account('lin@ep.test')
})
afterEach(() => vi.useRealTimers())

const words = {
  'zh-CN': {
    account: '账号',
    password: '密码',
    submit: '登录',
    field: '图中的字符',
    picture: /^验证图片/,
    another: '换一张',
    wait: '改为等待 30 秒',
    waiting: '请等待 30 秒，然后不用输入字符就能继续。',
    left: '还有 29 秒',
    waited: '等待结束，现在请继续。',
    notYet: '还没有等到时间，请稍候。',
    toPicture: '改为看图片',
    needed: '请输入图中的字符',
    wrong: '字符不对，请再看一看，或换一张',
    broken: '图片没有加载出来，请稍后换一张。',
    tooMany: '尝试次数太多，请稍后再试',
    unreachable: '连接不上服务器，请检查网络后重试',
    ownWay: '账号登录',
    timeout: '登录已超时',
    tries: '密码错误，还有1次机会，请重新输入',
  },
  'en-US': {
    account: 'Account',
    password: 'Password',
    submit: 'Sign in',
    field: 'Characters in the picture',
    picture: /^Picture of characters/,
    another: 'Another picture',
    wait: 'Wait 30 seconds instead',
    waiting: 'Please wait 30 seconds. Then you can go on without the characters.',
    left: '29 seconds left',
    waited: 'The wait is over. Go on now.',
    notYet: 'The wait is not over yet.',
    toPicture: 'Show a picture',
    needed: 'Enter the characters in the picture',
    wrong: 'Those are not the characters. Look again, or ask for another picture',
    broken: 'The picture did not load. Please ask for another in a moment.',
    tooMany: 'Too many tries. Please wait and try again later',
    unreachable: 'The server cannot be reached. Check the network and retry',
    ownWay: 'Sign in to your account',
    timeout: 'Your session has ended',
    tries: 'Wrong password. You have 1 try left; please enter it again',
  },
} as const

async function failElsewhere(username = 'lin@ep.test') {
  const { post } = makeCalls(gateway)
  for (let count = 0; count < captchaLimits.afterPerAccount; count += 1)
    await post('login/loginService.action', { username, password: 'wrong' })
}

describe.each(['zh-CN', 'en-US'] as const)('the login page, %s', (language) => {
  const say = words[language]
  const field = () => screen.getByLabelText(say.field)
  const password = () => screen.getByLabelText(say.password)
  const press = (name: string) => screen.getByRole('button', { name })

  /** What a browser does of itself with the picture's address; jsdom loads none. */
  async function look(): Promise<string> {
    const { search } = new URL(screen.getByRole('img', { name: say.picture }).getAttribute('src') ?? '')
    await makeCalls(gateway).get('vipRegister/captcha', Object.fromEntries(new URLSearchParams(search)))
    return captchas.newest()
  }

  /** A right password after failures elsewhere, so that the picture stands there. */
  async function asked(path = '/login?next=/mainPage') {
    window.localStorage.setItem('ep_language', JSON.stringify({ value: language, expires: null }))
    await failElsewhere()
    const app = await renderApp(path, { gateway })
    await app.user.type(await screen.findByLabelText(say.account), 'lin@ep.test')
    expect(screen.queryByLabelText(say.field)).toBeNull()
    await app.user.type(password(), `${testPassword}{Enter}`)
    await screen.findByLabelText(say.field)
    return app
  }

  it.each(['/login?next=/mainPage', '/login_vip?next=/mainPage'])(
    'S19: is shown a picture after failures, with its field in focus and the password still there: %s',
    async (path) => {
      const { user, store } = await asked(path)
      expect(password()).toHaveValue(testPassword)
      await waitFor(() => expect(field()).toHaveFocus())
      expect(field()).toHaveAccessibleDescription(expect.stringContaining(say.needed))
      const wrong = (await look()) === 'ACEHJ' ? 'KMNPT' : 'ACEHJ'
      await user.keyboard(`${wrong}{Enter}`)
      await waitFor(() => expect(field()).toHaveAccessibleDescription(expect.stringContaining(say.wrong)))
      expect(field()).toHaveValue(wrong)
      expect(password()).toHaveValue(testPassword)
      expect(field()).toHaveFocus()
      await user.clear(field())
      await user.type(field(), `${captchas.newest().toLowerCase()}{Enter}`)
      await waitFor(() => expect(window.location.pathname).toBe('/mainPage'))
      expect(JSON.stringify([store.getState(), { ...window.localStorage }])).not.toContain(testPassword)
    },
  )

  it('another picture comes on demand, by the keyboard as well, and of itself once the old one is used up', async () => {
    const { user } = await asked()
    const shown = () => screen.getByRole('img', { name: say.picture }).getAttribute('src')
    const first = shown()
    await user.type(field(), 'abc')
    await user.tab({ shift: true })
    expect(press(say.another)).toHaveFocus()
    await user.keyboard('{Enter}')
    expect(shown()).not.toBe(first)
    expect(field()).toHaveValue('')
    expect(field()).toHaveFocus()
    await user.keyboard('{Enter}')
    expect(await screen.findByText(say.needed)).toHaveAttribute('role', 'alert')
    const unseen = shown()
    await user.type(field(), 'never{Enter}')
    await waitFor(() => expect(shown()).not.toBe(unseen))
    expect(field()).toHaveValue('')
    expect(password()).toHaveValue(testPassword)
  })

  it('a wrong password beside a right picture takes the password away and asks for another picture', async () => {
    const { user } = await asked()
    const before = screen.getByRole('img', { name: say.picture }).getAttribute('src')
    await user.clear(password())
    await user.type(password(), 'wrong-one')
    await user.type(field(), `${await look()}{Enter}`)
    expect(await screen.findByText(say.tries)).toHaveAttribute('role', 'alert')
    await waitFor(() => expect(screen.getByRole('img', { name: say.picture }).getAttribute('src')).not.toBe(before))
    expect(password()).toHaveValue('')
  })

  it('a picture that does not come says so', async () => {
    await asked()
    fireEvent.error(screen.getByRole('img', { name: say.picture }))
    expect(screen.getByText(say.broken)).toHaveAttribute('role', 'alert')
  })

  it('S19: whoever cannot read it waits instead, is told when that is over, and then needs no characters', async () => {
    const { user } = await asked()
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    expect(screen.getByText(say.needed)).toHaveAttribute('role', 'alert')
    await user.click(press(say.wait))
    const state = await screen.findByText(say.waiting)
    expect(state).toHaveAttribute('role', 'status')
    await waitFor(() => expect(state).toHaveFocus())
    expect([screen.queryByText(say.needed), screen.queryByText(say.notYet)]).toEqual([null, null])
    gateway.clock.advance(1_000)
    await act(() => vi.advanceTimersByTimeAsync(1_000))
    expect(screen.getByText(say.left)).toBeVisible()
    await user.click(press(say.submit))
    expect(await screen.findByText(say.notYet)).toHaveAttribute('role', 'alert')
    gateway.clock.advance(captchaLimits.waitMs - 1_000)
    await act(() => vi.advanceTimersByTimeAsync(1_000))
    expect(await screen.findByText(say.waited)).toBe(state)
    await user.click(press(say.submit))
    await waitFor(() => expect(window.location.pathname).toBe('/mainPage'))
  })

  it('goes back from the wait to a picture, and says when there are no more waits', async () => {
    const { user } = await asked()
    await user.click(press(say.wait))
    await user.click(await screen.findByRole('button', { name: say.toPicture }))
    server.use(mock(captchaWait, { code: 'tooManyTries' }))
    await user.click(press(say.wait))
    expect(await screen.findByText(say.tooMany)).toHaveAttribute('role', 'alert')
    expect(field()).toBeVisible()
  })

  it('R5: an answer that did not arrive is as good as before', async () => {
    const { user } = await asked()
    const text = await look()
    server.use(http.all(`*/${login.path}`, () => HttpResponse.error(), { once: true }))
    await user.type(field(), `${text}{Enter}`)
    expect(await screen.findByText(say.unreachable)).toHaveAttribute('role', 'alert')
    expect(field()).toHaveValue(text)
    await user.click(press(say.submit))
    await waitFor(() => expect(window.location.pathname).toBe('/mainPage'))
  })

  it('asks beside the QR code as well', async () => {
    window.localStorage.setItem('ep_language', JSON.stringify({ value: language, expires: null }))
    await failElsewhere()
    const { user } = await renderApp('/pclogin?next=/mainPage', { gateway })
    await user.click(await screen.findByRole('button', { name: say.ownWay }))
    await user.type(screen.getByLabelText(say.account), 'lin@ep.test')
    await user.type(password(), `${testPassword}{Enter}`)
    await user.type(await screen.findByLabelText(say.field), `${await look()}{Enter}`)
    await waitFor(() => expect(window.location.pathname).toBe('/mainPage'))
  })

  it('asks in the session-timeout modal as well', async () => {
    window.localStorage.setItem('ep_language', JSON.stringify({ value: language, expires: null }))
    const { user, store, reload } = await renderApp('/mainPage', { gateway, as: 'lin' })
    await waitFor(() => expect(store.getState().unread?.status).toBe('ready'))
    await failElsewhere()
    act(() => void store.dispatch(sessionLost()))
    const modal = await screen.findByRole('dialog', { name: say.timeout })
    await user.type(within(modal).getByLabelText(say.password), `${testPassword}{Enter}`)
    const own = await within(modal).findByLabelText(say.field)
    await user.type(own, `${await look()}{Enter}`)
    await waitFor(() => expect(reload).toHaveBeenCalledOnce())
  })
})
