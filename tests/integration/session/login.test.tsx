/** The login page through the real router, store and gateway. */
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { http } from 'msw'
import { describe, expect, it, vi } from 'vitest'
import { limits } from '#contract/limits'
import { signOut } from '#src/store/session/sessionThunks'
import { openServer, renderApp, server } from '../../support/browser/renderApp'
import { makeTestGateway, testPassword } from '../../support/gateway/gateway'

openServer()

async function fill(user: Awaited<ReturnType<typeof renderApp>>['user'], account: string, password: string) {
  await user.type(await screen.findByLabelText('账号'), account)
  await user.type(screen.getByLabelText('密码'), password)
  await user.click(screen.getByRole('button', { name: '登录' }))
}

/** All that stands in the databases of this browser. */
async function inDatabases(): Promise<unknown[]> {
  const result = <T,>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
  const found: unknown[] = []
  for (const { name = '' } of await window.indexedDB.databases()) {
    const database = await result(window.indexedDB.open(name))
    for (const store of database.objectStoreNames)
      found.push(await result(database.transaction(store).objectStore(store).getAll()))
    database.close()
  }
  return found
}

describe('signing in', () => {
  it('leads from a guarded page to the login page and back', async () => {
    const gateway = await makeTestGateway()
    await gateway.account('lin@ep.test')
    const { user } = await renderApp('/mainPage', { gateway })
    await fill(user, 'lin@ep.test', testPassword)
    expect(await screen.findByText('最新邮件')).toBeInTheDocument()
    expect(window.location.pathname).toBe('/mainPage')
    await waitFor(() => expect(document.title).toBe('首页 - 易邮'))
  })

  it('S17: keeps the password neither in storage nor in the store', async () => {
    const gateway = await makeTestGateway()
    await gateway.account('lin@ep.test')
    const { user, store } = await renderApp('/login?next=/mainPage', { gateway })
    await fill(user, 'lin@ep.test', testPassword)
    await screen.findByText('最新邮件')
    expect(JSON.stringify(store.getState())).not.toContain(testPassword)
    const kept = [{ ...window.localStorage }, { ...window.sessionStorage }, document.cookie, window.history.state]
    expect(JSON.stringify([...kept, await inDatabases()])).not.toContain(testPassword)
    expect([window.location.href, document.body.innerHTML].join()).not.toContain(testPassword)
    expect(window.localStorage.getItem('ep_tokenList')).toMatch(/accessToken.*expires":\d+/)
  })

  it.each(['//evil.test/', '/.//evil.test', '/receive/..//evil.test', '/\\evil.test', 'javascript:alert(1)'])(
    'S24: leads whoever is signed in already within this site alone, whatever next says: %s',
    async (next) => {
      await renderApp(`/login?next=${encodeURIComponent(next)}`, { as: 'lin' })
      await waitFor(() => expect(window.location.pathname).toBe('/receive'))
      expect(window.location.hostname).toBe('localhost')
    },
  )

  it.each(['https://evil.test/', '//evil.test/', '/.//evil.test', '/\\evil.test', 'javascript:alert(1)'])(
    'S24: goes on within this site alone, whatever next says: %s',
    async (next) => {
      const gateway = await makeTestGateway()
      await gateway.account('lin@ep.test')
      const { user } = await renderApp(`/login?next=${encodeURIComponent(next)}`, { gateway })
      await fill(user, 'lin@ep.test', testPassword)
      await waitFor(() => expect(window.location.pathname).toBe('/receive'))
    },
  )

  it('says beside the field what is missing', async () => {
    const { user } = await renderApp('/login')
    await user.click(await screen.findByRole('button', { name: '登录' }))
    expect(screen.getByText('请输入账号')).toHaveAttribute('role', 'alert')
    await user.type(screen.getByLabelText('账号'), 'lin@ep.test{Enter}')
    expect(screen.getByText('请输入密码')).toHaveAttribute('role', 'alert')
  })

  it('is not sent by the Enter of an input method, also as Safari gives it', async () => {
    await renderApp('/login')
    const account = await screen.findByLabelText('账号')
    expect(fireEvent.keyDown(account, { key: 'Enter', keyCode: 229 })).toBe(false)
    expect(fireEvent.keyDown(account, { key: 'Enter', isComposing: true })).toBe(false)
    expect(fireEvent.keyDown(account, { key: 'Enter', keyCode: 13 })).toBe(true)
  })

  it('counts down the tries after a wrong password, and then says that the account is locked', async () => {
    const env = { CAPTCHA_AFTER_PER_ACCOUNT: '5' }
    const gateway = await makeTestGateway({ env })
    await gateway.account('lin@ep.test')
    const { user } = await renderApp('/login', { gateway })
    await fill(user, 'lin@ep.test', 'wrong')
    expect(await screen.findByText('密码错误，还有4次机会，请重新输入')).toBeInTheDocument()
    expect(screen.getByLabelText('账号')).toHaveValue('lin@ep.test')
    for (let count = 0; count < 4; count += 1) {
      await user.type(screen.getByLabelText('密码'), 'wrong{Enter}')
      await waitFor(() => expect(screen.getByRole('button', { name: '登录' })).toHaveAttribute('aria-busy', 'false'))
    }
    await user.clear(screen.getByLabelText('密码'))
    await user.type(screen.getByLabelText('密码'), `${testPassword}{Enter}`)
    expect(await screen.findByText(/用户被锁定/)).toBeInTheDocument()
  })

  it('says that a membership has expired', async () => {
    const gateway = await makeTestGateway()
    await gateway.account('old@ep.test', { dueAt: gateway.clock.now() - 8 * limits.dayMs })
    const { user } = await renderApp('/login', { gateway })
    await fill(user, 'old@ep.test', testPassword)
    expect(await screen.findByText(/过期/)).toBeInTheDocument()
  })

  it('R5: keeps what was typed while the gateway is away, and signs in once it is back', async () => {
    const gateway = await makeTestGateway()
    await gateway.account('lin@ep.test')
    const { user } = await renderApp('/login?next=/mainPage', { gateway })
    await screen.findByLabelText('账号')
    let isAway = true
    server.use(http.all('*/webmail/*', () => (isAway ? Response.error() : undefined)))
    await fill(user, 'lin@ep.test', testPassword)
    expect(await screen.findByText('连接不上服务器，请检查网络后重试')).toBeInTheDocument()
    expect(screen.getByLabelText('密码')).toHaveValue(testPassword)
    isAway = false
    await user.click(screen.getByRole('button', { name: '登录' }))
    expect(await screen.findByText('最新邮件')).toBeInTheDocument()
  })

  it('switches the language without a reload and remembers it', async () => {
    const { user } = await renderApp('/login')
    await user.type(await screen.findByLabelText('账号'), 'lin')
    await user.click(screen.getByRole('button', { name: 'English' }))
    expect(await screen.findByLabelText('Account')).toHaveValue('lin')
    expect(screen.getByLabelText('Password')).toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Sign in' })).toBeInTheDocument()
    await waitFor(() => expect(document.title).toBe('Sign in - EP Mail'))
    expect(document.documentElement).toHaveAttribute('lang', 'en-US')
    expect(window.localStorage.getItem('ep_language')).toContain('en-US')
  })

  it.each([
    ['zh-CN', '账号', '密码', '保持登录状态', '登录'],
    ['en-US', 'Account', 'Password', 'Keep me signed in', 'Sign in'],
  ])(
    'S17: keeps a session for hours, and for days with the account remembered where asked to, %s',
    async (language, ...say) => {
      const [account = '', password = '', stay = '', submit = ''] = say
      window.localStorage.setItem('ep_language', JSON.stringify({ value: language, expires: null }))
      const gateway = await makeTestGateway()
      await gateway.account('lin@ep.test')
      const hoursLeft = () =>
        (JSON.parse(window.localStorage.getItem('ep_tokenList') ?? '{}').expires - gateway.clock.now()) / 3_600_000
      const cookies = () =>
        document.cookie
          .split('; ')
          .filter((one) => one !== '')
          .toSorted()
      for (const isKept of [true, false]) {
        const app = await renderApp('/login?next=/mainPage', { gateway })
        if (isKept) await app.user.type(await screen.findByLabelText(account), 'lin@ep.test')
        else expect(await screen.findByLabelText(account)).toHaveValue('lin@ep.test')
        if (isKept) await app.user.click(screen.getByRole('checkbox', { name: stay }))
        expect(screen.getByRole('checkbox', { name: stay })).toHaveProperty('checked', isKept)
        await app.user.type(screen.getByLabelText(password), `${testPassword}{Enter}`)
        await waitFor(() => expect(app.store.getState().session.status).toBe('signedIn'))
        expect(hoursLeft()).toBe(isKept ? 120 : 24)
        expect(cookies()).toEqual(['mail_user=lin@ep.test', ...(isKept ? ['tomMailUserName=lin@ep.test'] : [])])
        expect(JSON.stringify({ ...window.localStorage }) + document.cookie).not.toContain(testPassword)
        await act(() => app.store.dispatch(signOut()))
        expect(cookies()).toEqual(isKept ? ['tomMailUserName=lin@ep.test'] : [])
        expect(await screen.findByRole('button', { name: submit })).toBeVisible()
        app.unmount()
      }
    },
  )

  it('shows the password on demand', async () => {
    const { user } = await renderApp('/login_vip')
    await user.type(await screen.findByLabelText('密码'), 'secret')
    await user.click(screen.getByRole('button', { name: '显示密码' }))
    expect(screen.getByLabelText('密码')).toHaveAttribute('type', 'text')
  })
})

it('an unknown address says so and leads home', async () => {
  await renderApp('/no/such/place')
  const main = await screen.findByRole('main')
  expect(within(main).getByText('没有这个页面')).toBeInTheDocument()
  expect(within(main).getByRole('link', { name: '回到首页' })).toHaveAttribute('href', '/mainPage')
})

it('the root leads on without a word in the console', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  await renderApp('/')
  expect(await screen.findByRole('button', { name: '登录' })).toBeVisible()
  expect(warn).not.toHaveBeenCalled()
  warn.mockRestore()
})
