/** What came of a recall by now: asked every few seconds until all is known. */
import { useEffect, useState } from 'react'
import { type RecallView, recallStatus } from '../../contract/endpoints/sending/recall'
import { limits } from '../../contract/limits'
import { receivedAll } from '../../store/mail/mailEvents'
import { useServices } from '../../store/servicesContext'
import { useAppDispatch } from '../../store/typed'

/** @param first what is known already, where something is */
export function useRecallStatus(id: string, first: RecallView | null): RecallView | null {
  const { call } = useServices()
  const dispatch = useAppDispatch()
  const [recall, setRecall] = useState(first)
  const isOver = recall !== null && recall.mark !== 'running'
  useEffect(() => {
    if (isOver) return
    const stopping = new AbortController()
    let wasRunning = first !== null
    const ask = async () => {
      const outcome = await call(recallStatus, { id }, { signal: stopping.signal })
      // Without an answer the next one tells.
      if (stopping.signal.aborted || !outcome.ok) return
      const { mark } = outcome.value.recall
      // Its row has another mark, and a system mail has come.
      if (wasRunning && mark !== 'running') dispatch(receivedAll())
      wasRunning = mark === 'running'
      setRecall(outcome.value.recall)
    }
    if (first === null) void ask()
    const timer = setInterval(() => void ask(), limits.recallPollMs)
    return () => {
      stopping.abort()
      clearInterval(timer)
    }
  }, [call, dispatch, id, isOver, first])
  return recall
}
