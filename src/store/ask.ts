/** How a screen asks the gateway, and says a refusal that belongs beside no field. */
import { useCallback, useEffect, useState } from 'react'
import type { Call, Endpoint, Reply } from '../contract/endpoint'
import type { Failure } from '../lib/http/outcome'
import { useServices } from './servicesContext'
import { noticeShown } from './shell/notices'
import type { AppThunk } from './typed'

type Answer<E> =
  | { readonly state: 'waiting' }
  | { readonly state: 'answered'; readonly reply: Reply<E> }
  | { readonly state: 'failed'; readonly code: Failure['code'] }

export type ReplyState<E> = Answer<E> & {
  /** Asks once more. */
  readonly retry: () => void
  /** Puts what another call answered in the place of the reply. */
  readonly replace: (reply: Reply<E>) => void
}

const waiting = { state: 'waiting' } as const
const unasked = { of: null, answer: waiting }

/**
 * The gateway's reply to a form, asked when the component mounts and whenever the form changes.
 * @param turn asks the same form again when it changes
 */
export function useReply<E extends Endpoint>(entry: E, form: Call<E>, turn = ''): ReplyState<E> {
  const { call } = useServices()
  const key = JSON.stringify([form, turn])
  const [asked, setAsked] = useState({ key, form })
  const [answered, setAnswered] = useState<{ readonly of: object | null; readonly answer: Answer<E> }>(unasked)
  if (asked.key !== key) setAsked({ key, form })
  const retry = useCallback(() => setAsked((last) => ({ ...last })), [])
  // What another form was answered meanwhile stays.
  const replace = useCallback(
    (reply: Reply<E>) =>
      setAnswered((last) => (last.of === asked ? { of: asked, answer: { state: 'answered', reply } } : last)),
    [asked],
  )
  useEffect(() => {
    const stopping = new AbortController()
    void call(entry, asked.form, { signal: stopping.signal }).then((outcome) => {
      if (stopping.signal.aborted) return
      const answer = outcome.ok
        ? ({ state: 'answered', reply: outcome.value } as const)
        : ({ state: 'failed', code: outcome.code } as const)
      setAnswered({ of: asked, answer })
    })
    return () => stopping.abort()
  }, [call, entry, asked])
  return { ...(answered.of === asked ? answered.answer : waiting), retry, replace }
}

/** Shows why the gateway refused; a lost session has its modal, a dead network its bar. */
export function say({ code }: Pick<Failure, 'code'>): AppThunk {
  return (dispatch) => {
    if (code !== 'sessionLost' && code !== 'cancelled' && code !== 'unreachable')
      dispatch(noticeShown({ tone: 'error', message: `errors:${code}` }))
  }
}
