/** Whether a mail may be recalled, asked once it is shown. */
import { useCallback, useEffect, useState } from 'react'
import type { Reply } from '../../contract/endpoint'
import { recallInfo } from '../../contract/endpoints/sending/recall'
import type { Failure } from '../../lib/http/outcome'
import { useServices } from '../../store/servicesContext'

export type RecallInfo = Reply<typeof recallInfo>

type Asked = {
  readonly info: RecallInfo | null
  readonly failure: Failure['code'] | null
}

const unknown: Asked = { info: null, failure: null }

/** @param state asked anew when it becomes another one: what came of a recall */
export function useRecallInfo(id: string, state?: string): Asked & { readonly retry: () => void } {
  const { call } = useServices()
  const [asked, setAsked] = useState<Asked & { readonly of?: string | undefined }>(unknown)
  const ask = useCallback(
    async (signal?: AbortSignal) => {
      const outcome = await call(recallInfo, { id }, signal === undefined ? {} : { signal })
      if (signal?.aborted) return
      setAsked(
        outcome.ok
          ? { info: outcome.value, failure: null, of: state }
          : { info: null, failure: outcome.code, of: state },
      )
    },
    [call, id, state],
  )
  useEffect(() => {
    const stopping = new AbortController()
    void ask(stopping.signal)
    return () => stopping.abort()
  }, [ask])
  // What was told before a recall holds no longer.
  const { info, failure } = asked.of === state ? asked : unknown
  return { info, failure, retry: () => void ask() }
}
