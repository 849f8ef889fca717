/** Whether deleted mail can be recovered, asked of the gateway, and turned on there. */
import { useCallback, useEffect, useState } from 'react'
import type { Reply } from '../../contract/endpoint'
import { checkRecover, enableRecover } from '../../contract/endpoints/mail/recovery'
import type { Failure } from '../../lib/http/outcome'
import { useServices } from '../../store/servicesContext'
import { noticeShown } from '../../store/shell/notices'
import { useAppDispatch } from '../../store/typed'

export type RecoveryState = Reply<typeof checkRecover>

export function useRecovery() {
  const { call } = useServices()
  const dispatch = useAppDispatch()
  const [state, setState] = useState<RecoveryState | null>(null)
  const [failure, setFailure] = useState<Failure['code'] | null>(null)
  const [isEnabling, setEnabling] = useState(false)

  const load = useCallback(
    async (signal?: AbortSignal) => {
      setFailure(null)
      const outcome = await call(checkRecover, {}, signal === undefined ? {} : { signal })
      if (outcome.ok) setState(outcome.value)
      else if (outcome.code !== 'cancelled') setFailure(outcome.code)
    },
    [call],
  )
  useEffect(() => {
    const leaving = new AbortController()
    void load(leaving.signal)
    return () => leaving.abort()
  }, [load])

  async function enable() {
    setEnabling(true)
    const outcome = await call(enableRecover, {})
    setEnabling(false)
    if (outcome.ok) {
      setState(outcome.value)
      dispatch(noticeShown({ tone: 'success', message: 'recovery:isOn' }))
    } else if (outcome.code !== 'sessionLost' && outcome.code !== 'cancelled') {
      dispatch(noticeShown({ tone: 'error', message: `errors:${outcome.code}` }))
    }
  }

  return { state, failure, isEnabling, enable, retry: () => void load() }
}
