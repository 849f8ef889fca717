/** A list that is shown again stands where it was left; one that was never shown begins at its top. */
import { type RefObject, useLayoutEffect, useRef } from 'react'
import { useAppStore } from '#src/store/typed'
import { selectMailbox } from '../mailboxSelectors'
import { listScrolled } from '../mailboxSlice'

/** @param listOf names the list, as `listKey` does */
export function useScrollRestoration(scroller: RefObject<HTMLElement | null>, listOf: string): void {
  const store = useAppStore()
  /** Where it stands now, in pixels. */
  const at = useRef(0)
  useLayoutEffect(() => {
    const list = scroller.current
    if (list === null) return
    const top = selectMailbox(store.getState()).scrolled[listOf] ?? 0
    // Not set where it stands so: the element would lay out the whole page for it.
    if (at.current !== top) list.scrollTop = top
    at.current = top
    // Noted as it happens: when the list is left, its rows are already another one's.
    const note = () => {
      at.current = list.scrollTop
    }
    list.addEventListener('scroll', note, { passive: true })
    return () => {
      list.removeEventListener('scroll', note)
      store.dispatch(listScrolled({ key: listOf, top: at.current }))
    }
  }, [store, scroller, listOf])
}
