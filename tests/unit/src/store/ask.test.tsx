/** How screens ask: the real store over the gateway's own bindings; answers come when they may. */
import { act, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { mailSource } from '#contract/endpoints/mail/reading'
import { captchaWait } from '#contract/endpoints/session/captcha'
import { type AppDeps, makeApp } from '#src/app/makeApp'
import type { CallGateway } from '#src/lib/http/outcome'
import { ask, outcomeOf, say, usePolling, useReply } from '#src/store/ask'
import { ServicesProvider } from '#src/store/servicesContext'
import { signIn } from '#src/store/session/signIn'
import { selectNewestNotice } from '#src/store/shell/notices'
import { gatewayHandlers, mock } from '#tests/support/browser/overMsw'
import { openServer, server } from '#tests/support/browser/renderApp'
import { makeTestGateway, type TestGateway, testPassword } from '#tests/support/gateway/gateway'

openServer()

type Question = {
  readonly form: object
  readonly isStopped: () => boolean
  /** Lets the gateway answer, however late; resolves when the screen has it. */
  readonly answer: () => Promise<void>
}

let gateway: TestGateway
let app: AppDeps
let [a, b] = ['', '']
let questions: Question[]
beforeEach(async () => {
  gateway = await makeTestGateway()
  await gateway.account('lin@ep.test')
  a = await gateway.deliver('lin@ep.test', 'From: wang@ep.test\nTo: lin@ep.test\nSubject: A\n\na')
  b = await gateway.deliver('lin@ep.test', 'From: wang@ep.test\nTo: lin@ep.test\nSubject: B\n\nb')
  server.use(...gatewayHandlers(gateway))
  app = await makeApp({
    baseUrl: window.location.origin,
    storage: window.localStorage,
    tabStorage: window.sessionStorage,
    databases: window.indexedDB,
    now: gateway.clock.now,
    reload: () => undefined,
  })
  await app.store.dispatch(signIn({ username: 'lin@ep.test', password: testPassword, stay: true }))
  questions = []
})
afterEach(async () => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  await gateway.close()
})

const call: CallGateway = (entry, form, options) => {
  let begin = () => {}
  const begun = new Promise<void>((resolve) => {
    begin = resolve
  })
  // Without the signal: an answer that is on its way already comes all the same.
  const outcome = begun.then(() => app.services.call(entry, form))
  questions.push({
    form,
    isStopped: () => options?.signal?.aborted === true,
    answer: () =>
      act(async () => {
        begin()
        await outcome
      }),
  })
  return outcome
}

const wrapper = ({ children }: { children: ReactNode }) => (
  <ServicesProvider value={{ ...app.services, call }}>{children}</ServicesProvider>
)

type Asked = { readonly id: string | null; readonly turn?: string | undefined }

/** A screen that shows the source of a message. */
const open = (initialProps: Asked) =>
  renderHook(({ id, turn }: Asked) => useReply(mailSource, id === null ? null : { id }, turn), {
    wrapper,
    initialProps,
  })

const withSubject = (subject: string) => ({
  source: expect.stringMatching(new RegExp(`^Subject: ${subject}\r?$`, 'm')),
})
const answer = (at: number) => questions[at]?.answer()
const fails = () => server.use(mock(mailSource, { code: 'operationFailed' }))
const worksAgain = () => server.use(...gatewayHandlers(gateway))
const notice = () => selectNewestNotice(app.store.getState())?.message

describe('useReply', () => {
  it('waits, and then has what was answered', async () => {
    const { result } = open({ id: a })
    expect(result.current.state).toBe('waiting')
    await answer(0)
    expect(result.current).toMatchObject({ state: 'answered', reply: withSubject('A') })
  })

  it('stops the question of a form that has changed, asks the new one once, and drops the late answer of the old', async () => {
    const { result, rerender } = open({ id: a })
    rerender({ id: b })
    rerender({ id: b })
    expect(questions.map(({ form, isStopped }) => [form, isStopped()])).toEqual([
      [{ id: a }, true],
      [{ id: b }, false],
    ])
    await answer(0)
    expect(result.current).toMatchObject({ state: 'waiting', last: null })
    await answer(1)
    expect(result.current).toMatchObject({ state: 'answered', reply: withSubject('B') })
  })

  it('asks nothing without a form, and drops the answer of one that is taken away', async () => {
    const { result, rerender } = open({ id: null })
    expect([questions, result.current.state]).toEqual([[], 'waiting'])
    rerender({ id: a })
    await answer(0)
    expect(result.current.state).toBe('answered')
    rerender({ id: null })
    expect(result.current).toMatchObject({ state: 'waiting', last: null })
    rerender({ id: b })
    rerender({ id: null })
    expect(questions.map(({ isStopped }) => isStopped())).toEqual([true, true])
    await answer(1)
    expect(result.current.state).toBe('waiting')
  })

  it('asks the same form anew in another turn, and keeps its reply until then and through a refusal', async () => {
    const { result, rerender } = open({ id: a })
    await answer(0)
    rerender({ id: a, turn: 'recalled' })
    expect(questions.map(({ form }) => form)).toEqual([{ id: a }, { id: a }])
    expect(result.current).toMatchObject({ state: 'waiting', last: withSubject('A') })
    fails()
    await answer(1)
    expect(result.current).toMatchObject({ state: 'failed', code: 'operationFailed', last: withSubject('A') })
    rerender({ id: b, turn: 'recalled' })
    expect(result.current.last).toBeNull()
  })

  it('keeps a refusal until it is asked again, and says none of itself', async () => {
    const { result, rerender } = open({ id: 'of nobody' })
    await answer(0)
    rerender({ id: 'of nobody' })
    expect(result.current).toMatchObject({ state: 'failed', code: 'notFound', last: null })
    expect([questions.length, notice()]).toEqual([1, undefined])
    rerender({ id: a })
    fails()
    await answer(1)
    worksAgain()
    act(() => result.current.retry())
    expect(result.current.state).toBe('waiting')
    await answer(2)
    expect(result.current).toMatchObject({ state: 'answered', reply: withSubject('A') })
  })

  it('takes another reply in place of its own, but never for another form', async () => {
    const { result, rerender } = open({ id: a })
    await answer(0)
    const { replace } = result.current
    act(() => replace({ source: 'A2', shown: 1, size: 1 }))
    expect(result.current).toMatchObject({ reply: { source: 'A2' }, last: { source: 'A2' } })
    rerender({ id: b })
    await answer(1)
    act(() => replace({ source: 'A3', shown: 1, size: 1 }))
    expect(result.current).toMatchObject({ reply: withSubject('B') })
  })

  it('takes another reply while it asks once more, and keeps it', async () => {
    const { result } = open({ id: a })
    await answer(0)
    const { replace: earlier } = result.current
    act(() => result.current.retry())
    act(() => result.current.replace({ source: 'A2', shown: 1, size: 1 }))
    expect(result.current).toMatchObject({ state: 'answered', reply: { source: 'A2' }, last: { source: 'A2' } })
    await answer(1)
    act(() => earlier({ source: 'A3', shown: 1, size: 1 }))
    expect(result.current).toMatchObject({ state: 'answered', reply: { source: 'A2' } })
  })

  it('stops asking when its screen goes', () => {
    const { unmount } = open({ id: a })
    unmount()
    expect(questions[0]?.isStopped()).toBe(true)
  })
})

describe('usePolling', () => {
  const pauseMs = 3_000
  const poll = () =>
    renderHook(
      ({ goesOn }: { goesOn: boolean }) => {
        const asked = useReply(mailSource, { id: a })
        usePolling(asked, goesOn, pauseMs)
        return asked
      },
      { wrapper, initialProps: { goesOn: true } },
    )
  /** How many questions there are once so many milliseconds have passed. */
  const askedAfter = async (ms: number) => {
    await act(() => vi.advanceTimersByTimeAsync(ms))
    return questions.length
  }
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  })

  it('asks again a pause after each answer, and no more once what was answered has ended', async () => {
    const { rerender } = poll()
    expect(await askedAfter(10 * pauseMs)).toBe(1)
    await answer(0)
    expect(await askedAfter(pauseMs - 1)).toBe(1)
    expect(await askedAfter(1)).toBe(2)
    expect(await askedAfter(10 * pauseMs)).toBe(2)
    await answer(1)
    rerender({ goesOn: false })
    expect(await askedAfter(10 * pauseMs)).toBe(2)
  })

  it('asks nothing while the page is hidden, and goes on when it is shown', async () => {
    poll()
    await answer(0)
    const shown = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    expect(await askedAfter(10 * pauseMs)).toBe(1)
    shown.mockReturnValue('visible')
    expect(await askedAfter(pauseMs)).toBe(2)
  })

  it('waits ten times as long after a refusal', async () => {
    fails()
    poll()
    await answer(0)
    expect(await askedAfter(10 * pauseMs - 1)).toBe(1)
    expect(await askedAfter(1)).toBe(2)
  })

  it('stops when its screen goes', async () => {
    const { unmount } = poll()
    await answer(0)
    unmount()
    expect(await askedAfter(10 * pauseMs)).toBe(1)
  })
})

describe('ask', () => {
  it('gives the reply and says nothing', async () => {
    expect(await app.store.dispatch(ask(mailSource, { id: a }))).toMatchObject(withSubject('A'))
    expect(notice()).toBeUndefined()
  })

  it('gives null for a refusal, and says it', async () => {
    expect(await app.store.dispatch(ask(mailSource, { id: 'of nobody' }))).toBeNull()
    expect(notice()).toBe('errors:notFound')
  })

  it('gives null where the gateway is not reached, which has a bar of its own', async () => {
    server.use(mock(mailSource, 'unreachable'))
    expect(await app.store.dispatch(ask(mailSource, { id: a }))).toBeNull()
    expect(notice()).toBeUndefined()
  })
})

describe('outcomeOf', () => {
  it('gives the reply, or the refusal with its field, and says neither', async () => {
    const { dispatch } = app.store
    expect(await dispatch(outcomeOf(mailSource, { id: a }))).toMatchObject({ ok: true, value: withSubject('A') })
    const refused = await dispatch(outcomeOf(captchaWait, { random: '' }))
    expect(refused).toMatchObject({ ok: false, code: 'badField', field: 'random' })
    expect(notice()).toBeUndefined()
  })

  it('is no exception where the gateway is not reached', async () => {
    server.use(mock(mailSource, 'unreachable'))
    const outcome = await app.store.dispatch(outcomeOf(mailSource, { id: a }))
    expect(outcome).toMatchObject({ ok: false, code: 'unreachable' })
  })
})

describe('say', () => {
  it.each([
    ['notFound', 'errors:notFound'],
    ['sessionLost', undefined],
    ['cancelled', undefined],
    ['unreachable', undefined],
  ] as const)('of %s shows %j', (code, message) => {
    app.store.dispatch(say({ code }))
    expect(notice()).toBe(message)
  })
})
