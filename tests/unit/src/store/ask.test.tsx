import { act, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { describe, expect, it } from 'vitest'
import { mailSource } from '#contract/endpoints/mail/reading'
import type { CallGateway } from '#src/lib/http/outcome'
import { say, useReply } from '#src/store/ask'
import { makeStore } from '#src/store/makeStore'
import type { Services } from '#src/store/services'
import { ServicesProvider } from '#src/store/servicesContext'
import { selectNewestNotice } from '#src/store/shell/notices'

type Question = {
  readonly id: string
  readonly isStopped: () => boolean
  readonly answer: (outcome: unknown) => Promise<void>
}

/** Asks about a message, and keeps every question until the test answers it. */
function open(first: string) {
  const questions: Question[] = []
  const call = ((_entry: unknown, form: { readonly id: string }, { signal }: { readonly signal: AbortSignal }) =>
    new Promise((resolve) => {
      const answer = (outcome: unknown) =>
        act(async () => {
          resolve(outcome)
        })
      questions.push({ id: form.id, isStopped: () => signal.aborted, answer })
    })) as unknown as CallGateway
  const services = { call } as Services
  const wrapper = ({ children }: { children: ReactNode }) => (
    <ServicesProvider value={services}>{children}</ServicesProvider>
  )
  const ask = ({ id, turn }: { id: string; turn?: string | undefined }) => useReply(mailSource, { id }, turn)
  const initialProps: Parameters<typeof ask>[0] = { id: first }
  const { result, rerender, unmount } = renderHook(ask, { wrapper, initialProps })
  return { questions, result, rerender, unmount }
}

const source = (text: string) => ({ source: text, shown: 1, size: 1 })
const found = (text: string) => ({ ok: true, value: source(text) })

describe('useReply', () => {
  it('waits, and then has what was answered', async () => {
    const { questions, result } = open('a')
    expect(result.current.state).toBe('waiting')
    await questions[0]?.answer(found('A'))
    expect(result.current).toMatchObject({ state: 'answered', reply: source('A') })
  })

  it('drops the question of a form that has changed, and asks the new one once', async () => {
    const { questions, result, rerender } = open('a')
    rerender({ id: 'b' })
    rerender({ id: 'b' })
    expect(questions.map(({ id, isStopped }) => [id, isStopped()])).toEqual([
      ['a', true],
      ['b', false],
    ])
    await questions[0]?.answer(found('A'))
    expect(result.current.state).toBe('waiting')
    await questions[1]?.answer(found('B'))
    expect(result.current).toMatchObject({ state: 'answered', reply: source('B') })
  })

  it('asks the same form anew in another turn, and keeps its reply until then', async () => {
    const { questions, result, rerender } = open('a')
    await questions[0]?.answer(found('A'))
    rerender({ id: 'a', turn: 'recalled' })
    expect(questions.map(({ id }) => id)).toEqual(['a', 'a'])
    expect(result.current).toMatchObject({ state: 'waiting', last: source('A') })
    await questions[1]?.answer({ ok: false, code: 'storeAway', payload: {} })
    expect(result.current).toMatchObject({ state: 'failed', last: source('A') })
    act(() => result.current.retry())
    await questions[2]?.answer(found('A2'))
    expect(result.current).toMatchObject({ state: 'answered', last: source('A2') })
    rerender({ id: 'b', turn: 'recalled' })
    expect(result.current.last).toBeNull()
  })

  it('has the code of a refusal, and asks again where that is wished', async () => {
    const { questions, result } = open('a')
    await questions[0]?.answer({ ok: false, code: 'notFound', payload: {} })
    expect(result.current).toMatchObject({ state: 'failed', code: 'notFound' })
    act(() => result.current.retry())
    expect(result.current.state).toBe('waiting')
    await questions[1]?.answer(found('A'))
    expect(result.current.state).toBe('answered')
  })

  it('takes another reply in place of its own, but never for another form', async () => {
    const { questions, result, rerender } = open('a')
    await questions[0]?.answer(found('A'))
    const { replace } = result.current
    act(() => replace({ source: 'A2', shown: 1, size: 1 }))
    expect(result.current).toMatchObject({ reply: source('A2') })
    rerender({ id: 'b' })
    await questions[1]?.answer(found('B'))
    act(() => replace({ source: 'A3', shown: 1, size: 1 }))
    expect(result.current).toMatchObject({ reply: source('B') })
  })

  it('stops asking when its screen goes', () => {
    const { questions, unmount } = open('a')
    unmount()
    expect(questions[0]?.isStopped()).toBe(true)
  })
})

describe('say', () => {
  it.each([
    ['notFound', 'errors:notFound'],
    ['sessionLost', undefined],
    ['cancelled', undefined],
    ['unreachable', undefined],
  ] as const)('of %s shows %j', (code, message) => {
    const store = makeStore({} as Services)
    store.dispatch(say({ code }))
    expect(selectNewestNotice(store.getState())?.message).toBe(message)
  })
})
