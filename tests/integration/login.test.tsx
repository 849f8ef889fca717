/** The login page through the real router, store and gateway. */
import { screen, waitFor, within } from '@testing-library/react'
import { http } from 'msw'
import { describe, expect, it, vi } from 'vitest'
import { makeTestGateway, testPassword } from '../support/gateway'
import { openServer, renderApp, server } from '../support/renderApp'

openServer()

async function fill(user: Awaited<ReturnType<typeof renderApp>>['user'], account: string, password: string) {
  await user.type(await screen.findByLabelText('账号'), account)
  await user.type(screen.getByLabelText('密码'), password)
  await user.click(screen.getByRole('button', { name: '登录' }))
}

describe('signing in', () => {
  it('leads from a guarded page to the login page and back', async () => {
    const gateway = await makeTestGateway()
    await gateway.account('lin@ep.test')
    const { user } = await renderApp('/mainPage', { gateway })
    await fill(user, 'lin@ep.test', testPassword)
    expect(await screen.findByText('最新邮件')).toBeInTheDocument()
    expect(window.location.pathname).toBe('/mainPage')
    expect(document.title).toBe('首页 - 易邮')
  })

  it('S17: keeps the password neither in storage nor in the store', async () => {
    const gateway = await makeTestGateway()
    await gateway.account('lin@ep.test')
    const { user, store } = await renderApp('/login?next=/mainPage', { gateway })
    await fill(user, 'lin@ep.test', testPassword)
    await screen.findByText('最新邮件')
    expect(JSON.stringify(store.getState())).not.toContain(testPassword)
    expect(JSON.stringify({ ...window.localStorage })).not.toContain(testPassword)
    expect(window.localStorage.getItem('ep_tokenList')).toMatch(/accessToken.*expires":\d+/)
  })

  it.each(['https://evil.test/', '//evil.test/', '/\\evil.test', 'javascript:alert(1)'])(
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

  it('counts down the tries after a wrong password, and then says that the account is locked', async () => {
    const gateway = await makeTestGateway()
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
    await gateway.account('old@ep.test', { dueAt: gateway.clock.now() - 1 })
    const { user } = await renderApp('/login', { gateway })
    await fill(user, 'old@ep.test', testPassword)
    expect(await screen.findByText(/过期/)).toBeInTheDocument()
  })

  it('R5: keeps what was typed while the gateway is away, and signs in once it is back', async () => {
    const gateway = await makeTestGateway()
    await gateway.account('lin@ep.test')
    const { user } = await renderApp('/login?next=/mainPage', { gateway })
    await screen.findByLabelText('账号')
    server.use(http.all('*/webmail/*', () => Response.error(), { once: true }))
    await fill(user, 'lin@ep.test', testPassword)
    expect(await screen.findByText('连接不上服务器，请检查网络后重试')).toBeInTheDocument()
    expect(screen.getByLabelText('密码')).toHaveValue(testPassword)
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

  it('shows the password on demand', async () => {
    const { user } = await renderApp('/pclogin')
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
