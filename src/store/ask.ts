/** How a screen asks the gateway, and says a refusal that belongs beside no field. */
import { useCallback, useEffect, useState } from 'react'
import type { Call, Endpoint, Reply } from '../contract/endpoint'
import { everyWhileVisible } from '../lib/clock/everyWhileVisible'
import type { Failure, Outcome } from '../lib/http/outcome'
import { useServices } from './servicesContext'
import { noticeShown } from './shell/notices'
import type { AppThunk } from './typed'

type Answer<E> =
  | { readonly state: 'waiting' }
  | { readonly state: 'answered'; readonly reply: Reply<E> }
  | { readonly state: 'failed'; readonly code: Failure['code'] }

export type ReplyState<E> = Answer<E> & {
  /** The last reply to this form, also while it is asked again and where that was refused. */
  readonly last: Reply<E> | null
  /** Asks once more. */
  readonly retry: () => void
  /** Puts what another call answered in the place of the reply. */
  readonly replace: (reply: Reply<E>) => void
}

type Asked<E> = {
  readonly form: Call<E> | null
  readonly formKey: string
  /** Of its form and its turn. */
  readonly key: string
  /** How many questions were asked before it. */
  readonly at: number
}

type Answered<E> = {
  readonly of: Asked<E> | null
  readonly answer: Answer<E>
  readonly last: Reply<E> | null
}

const waiting = { state: 'waiting' } as const
const unasked = { of: null, answer: waiting, last: null }

/**
 * The gateway's reply to a form, asked when the component mounts and whenever the form changes.
 * @param form null asks nothing, and waits
 * @param turn asks the same form again when it changes
 */
export function useReply<E extends Endpoint>(entry: E, form: Call<E> | null, turn = ''): ReplyState<E> {
  const { call } = useServices()
  const formKey = JSON.stringify(form)
  const key = JSON.stringify([formKey, turn])
  const [asked, setAsked] = useState<Asked<E>>({ key, formKey, form, at: 0 })
  const [answered, setAnswered] = useState<Answered<E>>(unasked)
  if (asked.key !== key) setAsked({ key, formKey, form, at: asked.at + 1 })
  const retry = useCallback(() => setAsked((last) => ({ ...last, at: last.at + 1 })), [])
  // What a later question was answered stays, and what another form was.
  const replace = useCallback(
    (reply: Reply<E>) =>
      setAnswered((before) =>
        before.of?.key === asked.key && before.of.at <= asked.at
          ? { of: asked, answer: { state: 'answered', reply }, last: reply }
          : before,
      ),
    [asked],
  )
  useEffect(() => {
    if (asked.form === null) return
    const stopping = new AbortController()
    void call(entry, asked.form, { signal: stopping.signal }).then((outcome) => {
      if (stopping.signal.aborted) return
      const answer = outcome.ok
        ? ({ state: 'answered', reply: outcome.value } as const)
        : ({ state: 'failed', code: outcome.code } as const)
      setAnswered((before) => {
        // Replaced while it was under way.
        if (before.of === asked) return before
        const last = outcome.ok ? outcome.value : before.of?.formKey === asked.formKey ? before.last : null
        return { of: asked, answer, last }
      })
    })
    return () => stopping.abort()
  }, [call, entry, asked])
  const last = answered.of?.formKey === formKey ? answered.last : null
  return { ...(answered.of === asked ? answered.answer : waiting), last, retry, replace }
}

/** A pause is so many times as long after a refusal. */
const refusedPauses = 10

/** Asks again and again while what was answered goes on and the page is shown; milliseconds. */
export function usePolling(
  { state, retry }: Pick<ReplyState<Endpoint>, 'state' | 'retry'>,
  goesOn: boolean,
  pauseMs: number,
) {
  useEffect(() => {
    if (!goesOn || state === 'waiting') return
    return everyWhileVisible(state === 'failed' ? pauseMs * refusedPauses : pauseMs, retry)
  }, [goesOn, state, retry, pauseMs])
}

/** What became of a call, for a screen that says a refusal in its own place. */
export function outcomeOf<E extends Endpoint>(entry: E, form: Call<E>): AppThunk<Promise<Outcome<Reply<E>>>> {
  return (_dispatch, _getState, { call }) => call(entry, form)
}

/** What the gateway answers; null where it refused, which is said. */
export function ask<E extends Endpoint>(entry: E, form: Call<E>): AppThunk<Promise<Reply<E> | null>> {
  return async (dispatch, _getState, { call }) => {
    const outcome = await call(entry, form)
    if (outcome.ok) return outcome.value
    dispatch(say(outcome))
    return null
  }
}

/** Shows why the gateway refused; a lost session has its modal, a dead network its bar. */
export function say({ code }: Pick<Failure, 'code'>): AppThunk {
  return (dispatch) => {
    if (code !== 'sessionLost' && code !== 'cancelled' && code !== 'unreachable')
      dispatch(noticeShown({ tone: 'error', message: `errors:${code}` }))
  }
}
