/** Keeps the focus in the list where the row that has it leaves, as by a change made elsewhere: the browser would drop it. */
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'

export function useRowFocus(scroller: RefObject<HTMLElement | null>): void {
  const focused = useRef<Node | null>(null)
  useEffect(() => {
    const list = scroller.current
    if (list === null) return
    const come = ({ target }: FocusEvent) => {
      focused.current = target instanceof Node ? target : null
    }
    const leave = ({ target, relatedTarget }: FocusEvent) => {
      const forget = () => {
        if (focused.current === target) focused.current = null
      }
      if (relatedTarget !== null) return forget()
      // A browser may say so as well while it takes the row away.
      queueMicrotask(() => {
        if (target instanceof Node && target.isConnected) forget()
      })
    }
    list.addEventListener('focusin', come)
    list.addEventListener('focusout', leave)
    return () => {
      list.removeEventListener('focusin', come)
      list.removeEventListener('focusout', leave)
    }
  }, [scroller])

  useLayoutEffect(() => {
    if (focused.current === null || focused.current.isConnected) return
    focused.current = null
    if (document.activeElement !== document.body) return
    scroller.current?.querySelector<HTMLElement>('tr[tabindex="0"]')?.focus({ preventScroll: true })
  })
}
