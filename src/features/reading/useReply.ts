/** What the gateway says to a question that a part of the reader asks as soon as it is there. */
import { useCallback, useEffect, useState } from 'react'
import type { Call, Endpoint, Reply } from '../../contract/endpoint'
import type { Failure } from '../../lib/http/outcome'
import { useServices } from '../../store/servicesContext'

type Answer<E> =
  | { readonly state: 'waiting' }
  | { readonly state: 'answered'; readonly reply: Reply<E> }
  | { readonly state: 'failed'; readonly code: Failure['code']; readonly retry: () => void }

/** `form` is asked anew when it is another object. */
export function useReply<E extends Endpoint>(entry: E, form: Call<E>): Answer<E> {
  const { call } = useServices()
  const [turn, setTurn] = useState({ form })
  const [answer, setAnswer] = useState<Answer<E>>({ state: 'waiting' })
  if (turn.form !== form) {
    setTurn({ form })
    setAnswer({ state: 'waiting' })
  }
  const retry = useCallback(() => {
    setAnswer({ state: 'waiting' })
    setTurn((last) => ({ ...last }))
  }, [])
  useEffect(() => {
    const asked = new AbortController()
    void call(entry, turn.form, { signal: asked.signal }).then((outcome) => {
      if (asked.signal.aborted) return
      setAnswer(
        outcome.ok ? { state: 'answered', reply: outcome.value } : { state: 'failed', code: outcome.code, retry },
      )
    })
    return () => asked.abort()
  }, [call, entry, turn, retry])
  return answer
}
