/** When the card of a person is shown: some time after the pointer or the focus came. */
import { type FocusEvent, type MouseEvent, type PointerEvent, useEffect, useEffectEvent, useRef, useState } from 'react'

/** Milliseconds until it comes, and until it goes. */
const delays = { come: 400, go: 250 }

export function usePersonCard() {
  const [isShown, setShown] = useState(false)
  const place = useRef<HTMLSpanElement>(null)
  const isPressed = useRef(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  function plan(shown: boolean) {
    clearTimeout(timer.current)
    // What is typed in a dialog of the card stays, wherever pointer and focus have gone.
    const isDue = () => shown || place.current?.querySelector('dialog[open]') === null
    timer.current = setTimeout(() => (isDue() ? setShown(shown) : plan(false)), delays[shown ? 'come' : 'go'])
  }

  function hide() {
    clearTimeout(timer.current)
    setShown(false)
  }

  const hideByKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape' || document.querySelector('dialog[open]') !== null) return
    // The message stays open.
    event.stopPropagation()
    hide()
  })
  useEffect(() => {
    if (!isShown) return
    const listen = (event: KeyboardEvent) => hideByKey(event)
    document.addEventListener('keydown', listen, { capture: true })
    return () => document.removeEventListener('keydown', listen, { capture: true })
  }, [isShown])

  const handlers = {
    onPointerEnter: ({ pointerType }: PointerEvent) => pointerType === 'mouse' && plan(true),
    onPointerLeave: () => {
      isPressed.current = false
      if (place.current?.contains(document.activeElement) !== true) plan(false)
    },
    onPointerDown: () => {
      isPressed.current = true
    },
    // A press gives the focus as well, and the menu gives it back.
    onFocus: ({ target, relatedTarget }: FocusEvent) => {
      // What had the focus may have gone for what has it now.
      if (isShown) clearTimeout(timer.current)
      const isBack = relatedTarget instanceof Node && place.current?.contains(relatedTarget) === true
      if (target.matches('.reading-person') && !isPressed.current && !isBack) plan(true)
    },
    // The menu has all that the card has.
    onClick: ({ target }: MouseEvent) => {
      isPressed.current = false
      if (target instanceof Element && target.closest('.reading-person') !== null) hide()
    },
    onBlur: ({ relatedTarget }: FocusEvent) =>
      (relatedTarget instanceof Node && place.current?.contains(relatedTarget)) || plan(false),
  }
  return { isShown, place, handlers }
}
