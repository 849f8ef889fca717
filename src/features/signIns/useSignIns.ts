import { useEffect, useState } from 'react'
import type { Reply } from '../../contract/endpoint'
import { listSignIns } from '../../contract/endpoints/session/signIns'
import { useServices } from '../../store/servicesContext'
import { noticeShown } from '../../store/shell/notices'
import { useAppDispatch } from '../../store/typed'

export type SignIns = Reply<typeof listSignIns>

type State =
  | { readonly status: 'asked' }
  | { readonly status: 'failed'; readonly code: string }
  | { readonly status: 'ready'; readonly found: SignIns; readonly page: number; readonly isAskingMore: boolean }

/** The sign-ins of the last days, a page of them first. */
export function useSignIns(days: number) {
  const { call } = useServices()
  const dispatch = useAppDispatch()
  const [attempt, setAttempt] = useState(0)
  const asked = `${days} ${attempt}`
  const [told, setTold] = useState<{ readonly of: string; readonly state: State }>({
    of: '',
    state: { status: 'asked' },
  })
  const state: State = told.of === asked ? told.state : { status: 'asked' }

  useEffect(() => {
    const stopping = new AbortController()
    async function ask() {
      const outcome = await call(listSignIns, { days }, { signal: stopping.signal })
      if (stopping.signal.aborted) return
      setTold({
        of: asked,
        state: outcome.ok
          ? { status: 'ready', found: outcome.value, page: 1, isAskingMore: false }
          : { status: 'failed', code: outcome.code },
      })
    }
    void ask()
    return () => stopping.abort()
  }, [call, days, asked])

  async function askMore() {
    if (state.status !== 'ready' || state.isAskingMore) return
    setTold({ of: asked, state: { ...state, isAskingMore: true } })
    const outcome = await call(listSignIns, { days, page: state.page + 1 })
    if (!outcome.ok) dispatch(noticeShown({ tone: 'error', message: `errors:${outcome.code}` }))
    const more: State = outcome.ok
      ? {
          ...state,
          found: { ...outcome.value, list: [...state.found.list, ...outcome.value.list] },
          page: state.page + 1,
        }
      : state
    // Unless other days were asked for meanwhile.
    setTold((now) => (now.of === asked ? { of: asked, state: { ...more, isAskingMore: false } } : now))
  }

  return { state, retry: () => setAttempt((before) => before + 1), askMore }
}
