/** One function for all renders, which does what the newest one does: what is handed to rows must not make each of them render anew. */
import { useCallback, useLayoutEffect, useRef } from 'react'

/** Only for what is called upon an event, never while rendering. */
export function useStableCallback<Args extends readonly unknown[]>(
  act: (...args: Args) => void,
): (...args: Args) => void {
  const newest = useRef(act)
  useLayoutEffect(() => {
    newest.current = act
  })
  return useCallback((...args: Args) => newest.current(...args), [])
}
