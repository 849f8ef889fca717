/** Asks what became of a mail until nothing is on its way, or patience ends. */
import { useCallback, useEffect, useState } from 'react'
import type { Reply } from '../../../contract/endpoint'
import { sendStatus } from '../../../contract/endpoints/sending'
import type { Outcome } from '../../../lib/http/outcome'
import { useServices } from '../../../store/servicesContext'

const askAgainMs = 2_000
const mostAsks = 15

type Status = Outcome<Reply<typeof sendStatus>>

export function useSendStatus(id: string | null): { status: Status | null; retry: () => void } {
  const { call } = useServices()
  const [status, setStatus] = useState<Status | null>(null)
  const [asks, setAsks] = useState(0)

  useEffect(() => {
    if (id === null) return
    const stop = new AbortController()
    let timer = 0
    const ask = async () => {
      const outcome = await call(sendStatus, { id }, { signal: stop.signal })
      if (stop.signal.aborted) return
      setStatus(outcome)
      const isOnItsWay = outcome.ok && outcome.value.recipients.some(({ state }) => state === 'queued')
      if (isOnItsWay && asks < mostAsks) timer = window.setTimeout(() => setAsks(asks + 1), askAgainMs)
    }
    void ask()
    return () => {
      stop.abort()
      window.clearTimeout(timer)
    }
  }, [call, id, asks])

  const retry = useCallback(() => setAsks((count) => count + 1), [])
  return { status, retry }
}
