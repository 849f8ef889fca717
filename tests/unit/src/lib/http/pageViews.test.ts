import { describe, expect, it, vi } from 'vitest'
import { makePageViews, type ViewsBrowser } from '#src/lib/http/pageViews'

const login = { route: 'login', title: 'titles:login' }
const body = 'views=%5B%7B%22route%22%3A%22login%22%2C%22title%22%3A%22titles%3Alogin%22%7D%5D'

function open(browser: ViewsBrowser = {}, root = '') {
  const fetch = vi.fn<typeof globalThis.fetch>(async () => new Response('{}'))
  const views = makePageViews(root, browser, fetch)
  /** What `fetch` was given, its form written out. */
  const fetched = () => fetch.mock.calls.map(([url, init]) => [url, { ...init, body: String(init?.body) }])
  return { views, fetch, fetched }
}

const beacon = () => vi.fn<NonNullable<ViewsBrowser['sendBeacon']>>(() => true)

describe('page views to the gateway', () => {
  it('are a form that outlives its page and carries no cookie, letter by letter', () => {
    const sendBeacon = beacon()
    const { views, fetched } = open({ sendBeacon })
    views?.report([login])
    expect(fetched()).toEqual([
      ['/webmail/views/report.action', { method: 'POST', body, keepalive: true, credentials: 'omit' }],
    ])
    expect(sendBeacon).not.toHaveBeenCalled()
  })

  it('are a beacon on leaving', () => {
    const sendBeacon = beacon()
    const { views, fetch } = open({ sendBeacon })
    views?.leave([login])
    expect(sendBeacon.mock.calls.map(([url, form]) => [url, String(form)])).toEqual([
      ['/webmail/views/report.action', body],
    ])
    expect(fetch).not.toHaveBeenCalled()
  })

  it('go by fetch where there are no beacons, and to a gateway on another site', () => {
    const without = open()
    without.views?.leave([login])
    expect(without.fetched()).toMatchObject([['/webmail/views/report.action', { keepalive: true }]])
    const sendBeacon = beacon()
    const elsewhere = open({ sendBeacon }, 'https://api.example.com')
    elsewhere.views?.leave([login])
    expect(elsewhere.fetched()).toMatchObject([['https://api.example.com/webmail/views/report.action', { body }]])
    expect(sendBeacon).not.toHaveBeenCalled()
  })

  it('are lost without a word where they do not arrive, and sent once', async () => {
    const { views, fetch } = open()
    fetch.mockRejectedValue(new TypeError('no line'))
    views?.report([login])
    await vi.waitFor(() => expect(fetch.mock.settledResults).toHaveLength(1))
    expect(fetch).toHaveBeenCalledTimes(1)
    const refusing = beacon().mockReturnValue(false)
    const other = open({ sendBeacon: refusing })
    other.views?.leave([login])
    expect([refusing.mock.calls.length, other.fetch.mock.calls.length]).toEqual([1, 0])
  })

  it.each([{ doNotTrack: '1' }, { globalPrivacyControl: true }])('are none where the browser asks so: %j', (asked) => {
    expect(open({ ...asked, sendBeacon: beacon() }).views).toBeNull()
  })

  it.each([{ doNotTrack: '0' }, { doNotTrack: 'unspecified' }, { doNotTrack: null }, { globalPrivacyControl: false }])(
    'are told where it asks for nothing: %j',
    (asked) => {
      expect(open(asked).views).not.toBeNull()
    },
  )
})
