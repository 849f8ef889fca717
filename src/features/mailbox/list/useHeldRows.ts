/** Holds the rows where they are while the person points at them, has the focus among them, or has scrolled down. */
import { type RefObject, useEffect } from 'react'
import { useAppDispatch } from '#src/store/typed'
import { listHeld } from '../mailboxSlice'

export function useHeldRows(scroller: RefObject<HTMLElement | null>): void {
  const dispatch = useAppDispatch()
  useEffect(() => {
    const list = scroller.current
    if (list === null) return
    let isPointed = false
    let isHeld = false
    function tell(isFocused = list?.contains(document.activeElement) ?? false) {
      const wanted = isPointed || isFocused || (list?.scrollTop ?? 0) > 0
      if (wanted !== isHeld) dispatch(listHeld(wanted))
      isHeld = wanted
    }
    const point = (isThere: boolean) => () => {
      isPointed = isThere
      tell()
    }
    const handlers = {
      pointerenter: point(true),
      pointerleave: point(false),
      focusin: () => tell(true),
      // While it leaves, the focus is nowhere; where it goes to, the event says.
      focusout: (event: FocusEvent) => tell(event.relatedTarget instanceof Node && list.contains(event.relatedTarget)),
      scroll: () => tell(),
    }
    const { pointerenter, pointerleave, focusin, focusout, scroll } = handlers
    list.addEventListener('pointerenter', pointerenter)
    list.addEventListener('pointerleave', pointerleave)
    list.addEventListener('focusin', focusin)
    list.addEventListener('focusout', focusout)
    list.addEventListener('scroll', scroll, { passive: true })
    return () => {
      list.removeEventListener('pointerenter', pointerenter)
      list.removeEventListener('pointerleave', pointerleave)
      list.removeEventListener('focusin', focusin)
      list.removeEventListener('focusout', focusout)
      list.removeEventListener('scroll', scroll)
      if (isHeld) dispatch(listHeld(false))
    }
  }, [dispatch, scroller])
}
