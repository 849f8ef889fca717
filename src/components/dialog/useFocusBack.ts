/** Where the focus goes when what had it is put away, or vanishes by itself. */
import { type RefObject, useEffect, useRef } from 'react'

/** Remembers what had the focus outside `part`; answers how to go back there. */
export function useFocusBack(part: RefObject<HTMLElement | null>): () => void {
  const before = useRef<HTMLElement | null>(
    document.activeElement instanceof HTMLElement ? document.activeElement : null,
  )
  useEffect(() => {
    const remember = ({ target }: FocusEvent) => {
      if (target instanceof HTMLElement && !part.current?.contains(target)) before.current = target
    }
    document.addEventListener('focusin', remember)
    return () => document.removeEventListener('focusin', remember)
  }, [part])
  return () => {
    const target = before.current
    // A row that was scrolled away, or a mail that was left, cannot take it back.
    if (target !== null && target !== document.body && target.isConnected) target.focus()
    else document.getElementById('content')?.focus()
  }
}

/** For a part that tells of something and takes its buttons away again: who stood on one of them goes back to where they came from. */
export function useFocusReturn(part: RefObject<HTMLElement | null>): void {
  const goBack = useFocusBack(part)
  const stoodOn = useRef<Element | null>(null)
  useEffect(() => {
    const note = ({ target }: FocusEvent) => {
      stoodOn.current = target instanceof Element && part.current?.contains(target) === true ? target : null
    }
    // A press beside it is no vanishing.
    const leave = () => {
      stoodOn.current = null
    }
    document.addEventListener('focusin', note)
    document.addEventListener('pointerdown', leave)
    return () => {
      document.removeEventListener('focusin', note)
      document.removeEventListener('pointerdown', leave)
    }
  }, [part])
  useEffect(() => {
    // On its way to the next button the focus is nowhere for a moment, too.
    if (stoodOn.current?.isConnected !== false || document.activeElement !== document.body) return
    stoodOn.current = null
    goBack()
  })
}
