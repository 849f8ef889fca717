/** The frame around every page: sidebar, session watch, modal, language, narrow screens. */
import { act, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, it } from 'vitest'
import { makeStore } from '#src/store/makeStore'
import { sessionLost } from '#src/store/session/session'
import { checkSession, refreshUser } from '#src/store/session/sessionThunks'
import { signIn } from '#src/store/session/signIn'
import { readStoredToken } from '#src/store/session/storedSession'
import { setWidth } from '../../support/browser/dom'
import { openServer, renderApp, server } from '../../support/browser/renderApp'
import { heldLine } from '../../support/connections/heldReply'
import { makeTestGateway, testPassword } from '../../support/gateway/gateway'

openServer()

const letter = 'From: Wang <wang@ep.test>\nTo: lin@ep.test\nSubject: hello\n\nbody'

describe('the top bar', () => {
  it('has the logo of a member’s organization, and of whoever signs in next', async () => {
    const gateway = await makeTestGateway()
    const lin = await gateway.account('lin@ep.test')
    const { organizations } = gateway.stores
    const logo = 'data:image/png;base64,iVBORw0KGgo='
    await organizations.add({ code: 'acme', name: '安美', tier: 'enterprise', seats: 1 })
    await organizations.setLogo('acme', logo)
    await organizations.join('acme', lin.id)
    const { store } = await renderApp('/mainPage', { as: 'lin', gateway })
    const home = await screen.findByRole('link', { name: '首页' })
    await waitFor(() => expect(home.querySelector('img')).toHaveAttribute('src', logo))
    await gateway.account('wang@ep.test')
    await act(() => store.dispatch(signIn({ username: 'wang@ep.test', password: testPassword, stay: true })))
    await waitFor(() => expect(home.querySelector('img')).toBeNull())
    expect(home).toHaveTextContent('易邮')
  })
})

describe('the sidebar', () => {
  it('names the folders and counts what is unread', async () => {
    const { gateway, store } = await renderApp('/mainPage', { as: 'lin' })
    await gateway.deliver('lin@ep.test', letter)
    const nav = await screen.findByRole('navigation', { name: '邮件文件夹' })
    for (const name of ['收件箱', '红旗邮件', '草稿箱', '已发送', '已删除', '垃圾邮件']) {
      expect(within(nav).getByRole('link', { name: new RegExp(name) })).toBeInTheDocument()
    }
    expect(store.getState().session.status).toBe('signedIn')
  })

  it('shows what only holds other folders as a heading over them, and no link', async () => {
    const node = { id: 'f_node', name: '客户', parent: null, total: 0, unread: 0, size: 0, holdsMail: false }
    const inner = { ...node, id: 'f_in', name: '上海', parent: 'f_node', holdsMail: true }
    const { user } = await renderApp('/mainPage', { as: 'lin' })
    const reply = { code: '200', folders: [node, inner] }
    server.use(http.get('*/webmail/query/folderinfo.action', () => HttpResponse.json(reply)))
    await user.click(await screen.findByRole('button', { name: '收信' }))
    const nav = await screen.findByRole('navigation', { name: '邮件文件夹' })
    expect(await within(nav).findByRole('link', { name: '上海' })).toBeInTheDocument()
    expect(within(nav).getByText('客户')).toBeInTheDocument()
    expect(within(nav).queryByRole('link', { name: '客户' })).not.toBeInTheDocument()
  })

  it.each([
    ['zh-CN', '写信', '收信', '免费邮箱不能使用此按钮'],
    ['en-US', 'Write', 'Receive', 'Free mailboxes cannot use this button'],
  ])('gives a free mailbox the reason why Write and Receive cannot be used, %s', async (language, ...words) => {
    window.localStorage.setItem('ep_language', JSON.stringify({ value: language, expires: null }))
    const [writes, receives, reason] = words
    const { user } = await renderApp('/mainPage', { as: 'free', tier: 'free' })
    const write = await screen.findByRole('button', { name: writes })
    const receive = screen.getByRole('button', { name: receives })
    for (const button of [write, receive]) {
      expect(button).toHaveAttribute('aria-disabled', 'true')
      expect(button).toHaveAttribute('title', reason)
    }
    await user.click(write)
    expect(window.location.pathname).toBe('/mainPage')
  })

  it('counts anew on Receive', async () => {
    const { gateway, user } = await renderApp('/mainPage', { as: 'lin' })
    await screen.findByText('没有未读邮件')
    await gateway.deliver('lin@ep.test', letter)
    await user.click(screen.getByRole('button', { name: '收信' }))
    expect(await screen.findByText('1 封未读邮件')).toBeInTheDocument()
  })

  it('is a drawer behind a menu button on a narrow screen', async () => {
    setWidth(390)
    const { user } = await renderApp('/mainPage', { as: 'lin' })
    await user.click(await screen.findByRole('button', { name: '打开菜单' }))
    const drawer = screen.getByRole('dialog', { name: '邮件文件夹' })
    expect(within(drawer).getByRole('link', { name: /收件箱/ })).toBeInTheDocument()
    const tabs = within(screen.getByRole('navigation', { name: '主导航' })).getAllByRole('link')
    expect(tabs.map((tab) => tab.textContent)).toEqual(['写信', '邮件', '通讯录', '文件中心', '设置'])
  })
})

describe('the session-timeout modal', () => {
  it('S18: opens when another user signed in in this browser, and no call goes out in that name', async () => {
    const { store, gateway } = await renderApp('/mainPage', { as: 'lin' })
    await screen.findByText('没有未读邮件')
    await gateway.account('wang@ep.test')
    window.localStorage.setItem(
      'ep_userInfo',
      JSON.stringify({ value: { username: 'wang@ep.test', displayName: 'wang' }, expires: null }),
    )
    const asked: string[] = []
    server.events.on('request:start', ({ request }) => asked.push(request.url))
    act(() => {
      document.dispatchEvent(new Event('visibilitychange'))
    })
    expect(await screen.findByRole('dialog', { name: '登录已超时' })).toHaveAttribute('id', 'modal-overTime')
    expect(store.getState().session.user?.username).toBe('lin@ep.test')
    expect(asked).toEqual([])
  })

  it('opens on 403 with the account filled in, and reloads after the right password', async () => {
    const { store, user, reload } = await renderApp('/mainPage', { as: 'lin' })
    await screen.findByText('没有未读邮件')
    server.use(http.get('*/main/heartbeat.action', () => new HttpResponse('', { status: 403 }), { once: true }))
    await act(() => store.dispatch(checkSession()))
    const modal = await screen.findByRole('dialog', { name: '登录已超时' })
    expect(within(modal).getByLabelText('账号')).toHaveValue('lin@ep.test')
    expect(screen.getByText('最新邮件')).toBeInTheDocument()
    await user.type(within(modal).getByLabelText('密码'), 'wrong{Enter}')
    expect(await within(modal).findByText('密码错误，还有4次机会，请重新输入')).toBeInTheDocument()
    await user.type(within(modal).getByLabelText('密码'), `${testPassword}{Enter}`)
    await waitFor(() => expect(reload).toHaveBeenCalledOnce())
  })

  it('closes when another tab signs in again as the same user, and stays when as another (S18)', async () => {
    const { store, gateway, services } = await renderApp('/mainPage', { as: 'lin' })
    await screen.findByText('没有未读邮件')
    await gateway.account('wang@ep.test')
    act(() => void store.dispatch(sessionLost()))
    await screen.findByRole('dialog', { name: '登录已超时' })
    /** What the other tab's sign-in leaves in this browser, and what the browser then tells this tab. */
    async function signInElsewhere(username: string) {
      const credentials = { username, password: testPassword, stay: false }
      const other = makeStore(services)
      expect(await other.dispatch(signIn(credentials))).toEqual({ ok: true })
      await act(async () => {
        window.dispatchEvent(new StorageEvent('storage', { key: 'ep_tokenList' }))
      })
      return readStoredToken(services.stored)
    }
    await signInElsewhere('wang@ep.test')
    expect(screen.getByRole('dialog', { name: '登录已超时' })).toBeVisible()
    const token = await signInElsewhere('lin@ep.test')
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(store.getState().session).toMatchObject({ status: 'signedIn', user: { username: 'lin@ep.test' } })
    expect(readStoredToken(services.stored)).toBe(token)
  })

  /** The answer to one call stays on its way until it is let go. */
  function holdUsersInfo() {
    const [call, answer] = [heldLine(), heldLine()]
    const answerLate = async () => {
      call.letGo()
      await answer.over
    }
    server.use(http.all('*/getUsersInfo.action', answerLate, { once: true }))
    return { asked: call.over, letGo: answer.letGo }
  }

  it('stays when an answer comes that was asked for before the session was lost', async () => {
    const { store } = await renderApp('/mainPage', { as: 'lin' })
    await screen.findByText('没有未读邮件')
    const answer = holdUsersInfo()
    const refreshed = store.dispatch(refreshUser())
    await answer.asked
    act(() => void store.dispatch(sessionLost()))
    await screen.findByRole('dialog', { name: '登录已超时' })
    answer.letGo()
    await act(() => refreshed)
    expect(store.getState().session.status).toBe('lost')
    expect(await screen.findByRole('dialog', { name: '登录已超时' })).toBeVisible()
  })

  it('S18: keeps nothing of the user anew when another tab signed out before the answer', async () => {
    const { services, gateway } = await renderApp('/login')
    await gateway.account('lin@ep.test')
    const store = makeStore(services)
    await store.dispatch(signIn({ username: 'lin@ep.test', password: testPassword, stay: false }))
    const answer = holdUsersInfo()
    const refreshed = store.dispatch(refreshUser())
    await answer.asked
    services.stored.clear()
    answer.letGo()
    await refreshed
    expect(Object.keys(window.localStorage)).toEqual([])
  })

  it('Exit forgets the session and leads to the login page even when the gateway is away', async () => {
    const { store, user } = await renderApp('/mainPage', { as: 'lin' })
    await screen.findByText('没有未读邮件')
    window.localStorage.setItem('ep_language', JSON.stringify({ value: 'zh-CN', expires: null }))
    server.use(http.get('*/main/heartbeat.action', () => HttpResponse.text('data')))
    await act(() => store.dispatch(checkSession()))
    server.use(http.all('*/logout/*', () => Response.error()))
    await user.click(await screen.findByRole('button', { name: '退出' }))
    expect(await screen.findByRole('button', { name: '登录' })).toBeInTheDocument()
    expect(Object.keys(window.localStorage)).toEqual(['ep_language'])
  })

  it('stays away when only the line is dead, which a banner says until it is mended', async () => {
    const { store, user } = await renderApp('/mainPage', { as: 'lin' })
    await screen.findByText('没有未读邮件')
    let isDead = true
    server.use(http.all('*/webmail/*', () => (isDead ? Response.error() : undefined)))
    const words = '连接不上服务器，您写的内容都还在。'
    // What was asked before the line died may still be answered, and says that it lives.
    await waitFor(async () => {
      await act(() => store.dispatch(checkSession()))
      expect(screen.getByText(words)).toBeInTheDocument()
    })
    const banner = screen.getByText(words)
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    isDead = false
    // Folders that did not come offer the same, beside them.
    const status = screen.getAllByRole('status').find((it) => it.contains(banner))
    if (status === undefined) throw new Error('the banner is no status')
    await user.click(within(status).getByRole('button', { name: '重试' }))
    await waitFor(() => expect(banner).not.toBeInTheDocument())
  })
})

it('leads to the sign-in history from the avatar menu', async () => {
  const { user, gateway } = await renderApp('/typography', { as: 'lin' })
  await user.click(await screen.findByRole('button', { name: /账户菜单/ }))
  await user.click(await screen.findByRole('menuitem', { name: '登录记录' }))
  expect(await screen.findByRole('heading', { name: '地图', level: 1 })).toBeVisible()
  expect(window.location.pathname).toBe('/maps')
  await gateway.close()
})

it('signs out from the avatar menu', async () => {
  const { user, gateway } = await renderApp('/mainPage', { as: 'lin' })
  await user.click(await screen.findByRole('button', { name: /账户菜单/ }))
  await user.click(await screen.findByRole('menuitem', { name: '退出登录' }))
  expect(await screen.findByRole('button', { name: '登录' })).toBeInTheDocument()
  expect(window.localStorage.getItem('ep_tokenList')).toBeNull()
  await gateway.close()
})

it('has one main part where there is no such page', async () => {
  await renderApp('/no-such-page', { as: 'lin' })
  const heading = await screen.findByRole('heading', { name: '没有这个页面', level: 1 })
  const [main, ...others] = screen.getAllByRole('main')
  expect(main).toContainElement(heading)
  expect(others).toEqual([])
})
