/** Keeps the saved draft's id in the address, so that loading the page anew opens the draft. */
import { useEffect } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { Composer } from '../composer'

export function useDraftAddress(composer: Composer | null): void {
  const [query, setQuery] = useSearchParams()
  const draftId = composer?.draftId ?? null
  const openedId = composer?.origin.mode === 'draft' ? composer.origin.id : null
  const isSending = composer?.isSending ?? false
  const named = query.get('draft') ?? openedId

  useEffect(() => {
    // A mail that is just going leaves for another page, which must not be called back.
    if (draftId === null || draftId === named || isSending) return
    setQuery(
      (former) => {
        const next = new URLSearchParams(former)
        next.set('draft', draftId)
        return next
      },
      { replace: true },
    )
  }, [draftId, named, isSending, setQuery])
}
