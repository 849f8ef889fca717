/** A stream of new mail, held by one tab: what a word leads to, and what happens when the line is cut, refused or no longer wanted. */
import { act, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { Provider } from 'react-redux'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { pollNewMail } from '#contract/endpoints/mail/mail'
import { heartbeat } from '#contract/endpoints/session/session'
import { useNewMailStream } from '#src/features/newMail/useNewMailStream'
import type { EventHandlers } from '#src/lib/http/eventStream'
import { makeStore } from '#src/store/makeStore'
import type { Services } from '#src/store/services'
import { ServicesProvider } from '#src/store/servicesContext'
import { signedIn, signedOut } from '#src/store/session/session'
import { seededRandom } from '#tests/support/seededRandom'

const lin = {
  username: 'lin@ep.test',
  displayName: '',
  photo: '',
  tier: 'soho',
  domainName: 'ep.test',
  dueTime: null,
} as const

let asked: string[]
let opened: EventHandlers[]
const leave = vi.fn()
let toOthers: number

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
  asked = []
  opened = []
  toOthers = 0
  leave.mockReset()
  vi.stubGlobal(
    'BroadcastChannel',
    class {
      onmessage = null
      close() {}
      postMessage() {
        toOthers += 1
      }
    },
  )
  Object.assign(navigator, { locks: { request: async (_name: string, run: () => unknown) => run() } })
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  Reflect.deleteProperty(navigator, 'locks')
})

const listenTo = () => (_entry: unknown, handlers: EventHandlers) => {
  opened.push(handlers)
  return leave
}

async function streaming() {
  const services = {
    call: async ({ path }: { path: string }) => {
      asked.push(path)
      return { ok: true, value: { newmailcount: 0, cursor: '1.1', newest: [], ok: true, username: lin.username } }
    },
    server: {},
    stored: { get: () => null },
    now: Date.now,
    // The hook and what it dispatches reach for nothing else.
  } as unknown as Services
  const store = makeStore(services)
  store.dispatch(signedIn(lin))
  const wrapper = ({ children }: { children: ReactNode }) => (
    <Provider store={store}>
      <ServicesProvider value={services}>{children}</ServicesProvider>
    </Provider>
  )
  const { unmount } = renderHook(() => useNewMailStream(listenTo), { wrapper })
  await act(() => vi.advanceTimersByTimeAsync(0))
  return { store, unmount }
}

const looks = () => asked.filter((path) => path === pollNewMail.path).length
const last = () => opened.at(-1)
const passed = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

function setVisibility(state: 'visible' | 'hidden') {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state)
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
}

describe('a stream of new mail', () => {
  it('leads to one look for each word, here and in the other tabs', async () => {
    await streaming()
    last()?.onEvent('mail')
    await passed(0)
    expect([looks(), toOthers]).toEqual([1, 1])
    last()?.onEvent('else')
    await passed(0)
    expect([looks(), toOthers]).toEqual([1, 1])
  })

  it('looks once it is open: what came since the first look was told to nobody', async () => {
    await streaming()
    expect(looks()).toBe(0)
    last()?.onOpen()
    await passed(0)
    expect([looks(), toOthers]).toEqual([1, 0])
  })

  it('looks once more where a word comes while the answer is on its way', async () => {
    await streaming()
    last()?.onEvent('mail')
    last()?.onEvent('mail')
    last()?.onEvent('mail')
    await passed(0)
    expect(looks()).toBe(2)
  })

  it('R18: is opened anew when the gateway ends it, later each time, and then looks for what was missed', async () => {
    await streaming()
    last()?.onOpen()
    await passed(0)
    for (const wait of [3_000, 6_000, 12_000]) {
      const before = opened.length
      last()?.onEnd('cut')
      await passed(wait - 1)
      expect(opened).toHaveLength(before)
      await passed(1)
      expect(opened).toHaveLength(before + 1)
    }
    expect(looks()).toBe(1)
    last()?.onOpen()
    await passed(0)
    expect(looks()).toBe(2)
    last()?.onEnd('cut')
    await passed(3_000)
    expect(opened).toHaveLength(5)
  })

  it('R18: is opened anew by no two of many browsers at one instant', async () => {
    const chance = seededRandom(18)
    vi.mocked(Math.random).mockImplementation(() => chance(1_000) / 1_000)
    await streaming()
    const pauses: number[] = []
    for (let browser = 0; browser < 100; browser += 1) {
      const before = opened.length
      let pause = 0
      last()?.onOpen()
      last()?.onEnd('cut')
      for (; opened.length === before; pause += 50) await passed(50)
      pauses.push(pause)
    }
    expect(Math.min(...pauses)).toBeGreaterThanOrEqual(1_000)
    expect(Math.max(...pauses)).toBeLessThanOrEqual(5_050)
    const within = (ms: number) => pauses.filter((it) => it >= ms && it < ms + 200).length
    // A hundred over four seconds: about five in each fifth of one.
    expect(Math.max(...pauses.map(within))).toBeLessThan(15)
  })

  it.each([
    ['refused', 0],
    ['sessionLost', 1],
  ] as const)('is not asked for again once it is %s', async (why, checks) => {
    const { store } = await streaming()
    last()?.onEnd(why)
    await passed(3_600_000)
    expect(opened).toHaveLength(1)
    // Nothing is stored for this user: that is a lost session, without a call.
    expect(store.getState().session.status).toBe(checks === 1 ? 'lost' : 'signedIn')
    expect(asked).not.toContain(heartbeat.path)
  })

  it('is let go on a tab that nobody has seen for ten minutes, and opened when it is seen', async () => {
    await streaming()
    setVisibility('hidden')
    await passed(599_999)
    expect(leave).not.toHaveBeenCalled()
    await passed(1)
    expect(leave).toHaveBeenCalledOnce()
    setVisibility('visible')
    await passed(0)
    expect(opened).toHaveLength(2)
  })

  it('ends with the sign-out', async () => {
    const { store } = await streaming()
    act(() => void store.dispatch(signedOut()))
    expect(leave).toHaveBeenCalledOnce()
    await passed(3_600_000)
    expect(opened).toHaveLength(1)
  })
})
