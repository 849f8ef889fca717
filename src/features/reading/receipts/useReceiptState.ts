/** Who has read a sent mail: asked once it is shown. */
import { useCallback, useEffect, useState } from 'react'
import type { Reply } from '#contract/endpoint'
import { receiptState } from '#contract/endpoints/sending/receipts'
import type { Failure } from '#src/lib/http/outcome'
import { useServices } from '#src/store/servicesContext'

type Recipients = Reply<typeof receiptState>['recipients']
type Asked = { readonly of: string; readonly recipients: Recipients | null; readonly failure: Failure['code'] | null }

export function useReceiptState(id: string): Omit<Asked, 'of'> & { readonly retry: () => void } {
  const { call } = useServices()
  const [asked, setAsked] = useState<Asked>({ of: id, recipients: null, failure: null })
  const ask = useCallback(
    async (signal?: AbortSignal) => {
      const outcome = await call(receiptState, { id }, signal === undefined ? {} : { signal })
      if (signal?.aborted) return
      setAsked(
        outcome.ok
          ? { of: id, recipients: outcome.value.recipients, failure: null }
          : { of: id, recipients: null, failure: outcome.code },
      )
    },
    [call, id],
  )
  useEffect(() => {
    const stopping = new AbortController()
    void ask(stopping.signal)
    return () => stopping.abort()
  }, [ask])
  const { recipients, failure } = asked.of === id ? asked : { recipients: null, failure: null }
  return { recipients, failure, retry: () => void ask() }
}
