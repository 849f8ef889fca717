/** A download ticket that stays good while the reader is open: attachment links work without the Authorization header. */
import { useEffect, useState } from 'react'
import { downloadTicket } from '../../contract/endpoints/mail/reading'
import { useServices } from '../servicesContext'

/** Renewed this many milliseconds before it dies. */
const margin = 30_000

/** Null until the gateway has given one. */
export function useTicket(): string | null {
  const { call, now } = useServices()
  const [sid, setSid] = useState<string | null>(null)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const asked = new AbortController()
    const ask = async () => {
      const outcome = await call(downloadTicket, {}, { signal: asked.signal })
      if (asked.signal.aborted) return
      if (outcome.ok) setSid(outcome.value.sid)
      const next = outcome.ok ? outcome.value.expires - now() - margin : margin
      timer = setTimeout(ask, Math.max(1_000, next))
    }
    void ask()
    return () => {
      asked.abort()
      clearTimeout(timer)
    }
  }, [call, now])
  return sid
}
