/** Where the focus goes when a composer is taken up, and back to when it is put away. */
import { type RefObject, useEffect, useRef } from 'react'

/** Remembers what had the focus outside `dock`; answers how to go back there. */
export function useFocusBack(dock: RefObject<HTMLElement | null>): () => void {
  const before = useRef<HTMLElement | null>(
    document.activeElement instanceof HTMLElement ? document.activeElement : null,
  )
  useEffect(() => {
    const remember = ({ target }: FocusEvent) => {
      if (target instanceof HTMLElement && !dock.current?.contains(target)) before.current = target
    }
    document.addEventListener('focusin', remember)
    return () => document.removeEventListener('focusin', remember)
  }, [dock])
  return () => {
    const target = before.current
    // A row that was scrolled away, or a mail that was left, cannot take it back.
    if (target !== null && target !== document.body && target.isConnected) target.focus()
    else document.getElementById('content')?.focus()
  }
}

/** The first field that is still to be filled in; `turn` is another each time the composer is taken up. */
export function useTakenUp(turn: number | null, isReady: boolean, frame: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = frame.current
    if (turn === null || !isReady || element === null || document.querySelector('dialog[open]') !== null) return
    const field = (name: string) => element.querySelector<HTMLElement>(name)
    const isAddressed = field('.compose-chip-text') !== null
    const target = isAddressed ? field('.compose-editor, .compose-plain') : field('[data-field="to"]')
    ;(target ?? element).focus()
  }, [turn, isReady, frame])
}
