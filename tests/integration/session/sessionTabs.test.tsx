/** Giving a lost session up, and what the tabs of one browser tell each other of it (SPEC §4). */
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, it, vi } from 'vitest'
import { heartbeat, logout } from '#contract/endpoints/session/session'
import { openServer, server } from '../../support/browser/renderApp'
import { desk, lose, modal, watchedGateway } from './sessionSetup'

openServer()
const { gateway, times } = watchedGateway()

describe('giving up', () => {
  it.each([
    ['Exit', 'answers', '/mainPage'],
    ['Exit', 'is cut off', '/mainPage'],
    ['Exit', 'never answers', '/wxPay'],
    ['hiding it', 'answers', '/Pindex'],
  ])(
    '%s clears what is stored, signs out and lands on the root, where the gateway %s, from %s',
    async (way, gatewayWord, path) => {
      const app = await desk(path)
      await lose(app)
      const dialog = await modal()
      const called = vi.fn()
      server.use(
        http.get(`*/${logout.path}`, ({ request }) => {
          called(request.headers.get('authorization'))
          if (gatewayWord === 'is cut off') return Response.error()
          return gatewayWord === 'answers' ? HttpResponse.text('newExit') : new Promise<never>(() => {})
        }),
      )
      if (way === 'Exit') await app.user.click(within(dialog).getByRole('button', { name: '退出' }))
      else fireEvent(dialog, new Event('cancel', { cancelable: true }))
      await waitFor(() => expect(window.location.search).toBe('?next=%2FmainPage'))
      expect(await screen.findByRole('button', { name: '登录' })).toBeInTheDocument()
      expect(Object.keys(window.localStorage)).toEqual(['ep_language'])
      await waitFor(() => expect(called).toHaveBeenCalledExactlyOnceWith(expect.stringMatching(/^Bearer /)))
    },
  )
})

describe('in several tabs', () => {
  /** Another tab of this browser. */
  function otherTab() {
    const channel = new BroadcastChannel('ep_session')
    const heard: unknown[] = []
    channel.onmessage = ({ data }: MessageEvent<unknown>) => heard.push(data)
    return { heard, tell: (word: object) => channel.postMessage(word), close: () => channel.close() }
  }
  const word = (event: 'lost' | 'left') => ({ event, username: 'lin@ep.test' })

  it('opens in all: each tells the others, and looks itself at what it hears', async () => {
    const other = otherTab()
    const app = await desk()
    await screen.findByText('没有未读邮件')
    other.tell(word('lost'))
    await waitFor(() => expect(times(heartbeat)).toBe(1))
    // It was a tab that slept and spoke late: the session stands.
    expect(app.store.getState().session.status).toBe('signedIn')
    server.use(http.get(`*/${heartbeat.path}`, () => new HttpResponse('', { status: 403 })))
    other.tell(word('lost'))
    expect(await modal()).toBeVisible()
    await waitFor(() => expect(other.heard).toEqual([word('lost')]))
    other.close()
  })

  it('shows what another tab was told of the membership, and nothing of another person', async () => {
    const app = await desk()
    await screen.findByText('没有未读邮件')
    const keep = (name: string, value: unknown) => {
      window.localStorage.setItem(`ep_${name}`, JSON.stringify({ value, expires: null }))
      fireEvent(window, new StorageEvent('storage', { key: `ep_${name}` }))
    }
    const user = () => app.store.getState().session.user
    keep('userMailType', 'star')
    keep('domain', { domainName: 'ep.test', dueTime: 1_900_000_000_000 })
    await waitFor(() => expect(user()).toMatchObject({ tier: 'star', dueTime: 1_900_000_000_000 }))
    keep('userInfo', { username: 'wang@ep.test', displayName: '', photo: '' })
    keep('domain', { domainName: 'ep.test', dueTime: null })
    expect(user()).toMatchObject({ username: 'lin@ep.test', dueTime: 1_900_000_000_000 })
  })

  it('is given up in all, and only once the browser has forgotten it', async () => {
    const other = otherTab()
    const app = await desk()
    await screen.findByText('没有未读邮件')
    other.tell({ event: 'other', username: 7 })
    other.tell(word('left'))
    other.tell(word('lost'))
    await waitFor(() => expect(times(heartbeat)).toBe(1))
    expect(app.store.getState().session.status).toBe('signedIn')
    await lose(app)
    await modal()
    app.services.stored.clear()
    other.tell(word('left'))
    await waitFor(() => expect(window.location.search).toBe('?next=%2FmainPage'))
    expect(await screen.findByRole('button', { name: '登录' })).toBeInTheDocument()
    other.close()
  })

  it('is given up also where the browser’s storage follows the word of the other tab only later', async () => {
    const other = otherTab()
    const app = await desk()
    await screen.findByText('没有未读邮件')
    await lose(app)
    await modal()
    other.tell(word('left'))
    // Of whom this tab does not show.
    other.tell({ event: 'left', username: 'wang@ep.test' })
    // The channel keeps the order: once this is answered, the word before it was heard.
    const answered = new BroadcastChannel('ep_session')
    await new Promise((resolve) => {
      answered.onmessage = resolve
      other.tell(word('lost'))
    })
    answered.close()
    expect(app.store.getState().session.status).toBe('lost')
    app.services.stored.clear()
    window.dispatchEvent(new StorageEvent('storage', { key: 'ep_userInfo' }))
    await waitFor(() => expect(window.location.search).toBe('?next=%2FmainPage'))
    other.close()
  })

  it('tells the others when it is given up here', async () => {
    const other = otherTab()
    const app = await desk()
    await lose(app)
    await app.user.click(within(await modal()).getByRole('button', { name: '退出' }))
    await waitFor(() => expect(other.heard).toEqual([word('lost'), word('left')]))
    other.close()
  })

  it('S18: makes nobody leave where a phone asks for the password on the login page', async () => {
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (Linux; Android 14; Pixel 8) Mobile Safari')
    const [other, last] = [otherTab(), otherTab()]
    const app = await desk()
    await lose(app)
    expect(await screen.findByRole('button', { name: '登录' })).toBeInTheDocument()
    expect(window.location.pathname).toBe('/login')
    // Said after all that this tab has said.
    last.tell({ event: 'over' })
    await waitFor(() => expect(other.heard).toEqual([word('lost'), { event: 'over' }]))
    other.close()
    last.close()
  })

  it.each(['zh-CN', 'en-US'])(
    'S18: signed out in another tab, nothing of the mail stays on this one, in %s',
    async (language) => {
      const other = otherTab()
      await gateway().account('lin@ep.test')
      await gateway().deliver('lin@ep.test', 'Subject: For lin alone\n\nThe price of it')
      const app = await desk('/receive', language)
      await app.user.click(await screen.findByRole('row', { name: /For lin alone/ }))
      expect(await screen.findByRole('heading', { name: 'For lin alone' })).toBeInTheDocument()
      app.services.stored.clear()
      other.tell({ event: 'left', username: 'wang@ep.test' })
      other.tell(word('left'))
      expect(await screen.findByRole('button', { name: language === 'zh-CN' ? '登录' : 'Sign in' })).toBeInTheDocument()
      expect(document.body).not.toHaveTextContent(/For lin alone|The price of it/)
      expect(screen.queryByRole('dialog')).toBeNull()
      expect(app.store.getState().session).toEqual({ status: 'anonymous', user: null, leadsTo: '/' })
      // Whoever follows does not say it again.
      expect(other.heard).toEqual([])
      other.close()
    },
  )

  it('S18: tells the others of a sign-out by hand', async () => {
    const other = otherTab()
    const app = await desk()
    await app.user.click(await screen.findByRole('button', { name: /^账户菜单/ }))
    await app.user.click(screen.getByRole('menuitem', { name: '退出登录' }))
    await waitFor(() => expect(other.heard).toEqual([word('left')]))
    expect(await screen.findByRole('button', { name: '登录' })).toBeInTheDocument()
    other.close()
  })
})
