/** Asks what became of a mail until nothing more is to be done about it, or patience ends; what is held or scheduled is asked about once it may go. */
import { useCallback, useEffect, useState } from 'react'
import type { Reply } from '#contract/endpoint'
import { sendStatus } from '#contract/endpoints/sending/sending'
import { limits } from '#contract/limits'
import type { Outcome } from '#src/lib/http/outcome'
import { useServices } from '#src/store/servicesContext'
import { useAppSelector } from '#src/store/typed'
import { selectHeldSend } from '../sendsSlice'

const askAgainMs = 2_000
const mostAsks = 15
const longestHoldMs = Math.max(...limits.holdSeconds) * 1_000 + limits.holdMarginMs

type Status = Outcome<Reply<typeof sendStatus>>

export function useSendStatus(id: string | null): { status: Status | null; retry: () => void } {
  const { call, now } = useServices()
  const [status, setStatus] = useState<Status | null>(null)
  const [asks, setAsks] = useState(0)
  const phase = useAppSelector((state) => (id === null ? undefined : selectHeldSend(state, id)?.phase))
  const isSettled = phase === undefined || phase === 'sent' || phase === 'failed'

  useEffect(() => {
    if (id === null) return
    const stop = new AbortController()
    let timer = 0
    const ask = async () => {
      const outcome = await call(sendStatus, { id }, { signal: stop.signal })
      if (stop.signal.aborted) return
      setStatus(outcome)
      // What this tab holds is followed already, and is asked about anew once it has gone.
      if (!isSettled || !outcome.ok || !outcome.value.underWay) return
      const untilGoing = Math.max(0, (outcome.value.sendAt ?? 0) - now())
      // A mail for tomorrow is looked for tomorrow, in its folder.
      if (asks < mostAsks && untilGoing <= longestHoldMs)
        timer = window.setTimeout(() => setAsks(asks + 1), untilGoing + askAgainMs)
    }
    void ask()
    return () => {
      stop.abort()
      window.clearTimeout(timer)
    }
  }, [call, now, id, asks, isSettled])

  const retry = useCallback(() => setAsks((count) => count + 1), [])
  return { status, retry }
}
