/** Where the focus goes when a composer is taken up. */
import { type RefObject, useEffect } from 'react'

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
