/** Where the focus goes when a composer is taken up. */
import { type RefObject, useEffect, useRef } from 'react'

const field = (form: HTMLElement, name: string) => form.querySelector<HTMLElement>(name)

/** Where something is still missing: the recipients, else the text. */
function startOf(form: HTMLElement): HTMLElement | null {
  const isAddressed = field(form, '.compose-chip-text') !== null
  return isAddressed ? field(form, '.compose-editor, .compose-plain') : field(form, '[data-field="to"]')
}

/** A question that lay over the composer was answered: it gives the focus back to the page, where letters are commands, but one goes on writing. */
export function useAnswered(isAsked: boolean, form: RefObject<HTMLElement | null>): void {
  const wasAsked = useRef(false)
  useEffect(() => {
    const element = form.current
    if (!isAsked && wasAsked.current && element !== null) startOf(element)?.focus()
    wasAsked.current = isAsked
  }, [isAsked, form])
}

/** The first field that is still to be filled in; `turn` is another each time the composer is taken up. */
export function useTakenUp(turn: number | null, isReady: boolean, frame: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = frame.current
    if (turn === null || !isReady || element === null || document.querySelector('dialog[open]') !== null) return
    ;(startOf(element) ?? element).focus()
  }, [turn, isReady, frame])
}
