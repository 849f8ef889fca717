/** Keys that were on their way to a text when something came over it belong to neither: Enter would hand in half a sentence as a password. */
import { useLayoutEffect, useState } from 'react'
import { textTargets } from '../../components/browser/keyTargets'

/** Milliseconds without a key after which the next one is meant for what lies on top. */
export const pauseMs = 600

/** For what lies on top, from its first moment: lets no key in until there was a pause, a press, or something was filled in. */
export function useTypedOver(): void {
  const [wasWriting] = useState(() => document.activeElement?.matches(textTargets) === true)
  // In the turn in which it is drawn: no key falls between.
  useLayoutEffect(() => {
    if (!wasWriting) return
    const end = () => {
      clearTimeout(timer)
      window.removeEventListener('keydown', swallow, true)
      for (const name of ['pointerdown', 'input']) window.removeEventListener(name, end, true)
    }
    const swallow = (event: KeyboardEvent) => {
      // Who walks by it has seen what is there.
      if (event.key === 'Tab') {
        end()
        return
      }
      event.preventDefault()
      event.stopPropagation()
      clearTimeout(timer)
      timer = setTimeout(end, pauseMs)
    }
    let timer = setTimeout(end, pauseMs)
    window.addEventListener('keydown', swallow, true)
    for (const name of ['pointerdown', 'input']) window.addEventListener(name, end, true)
    return end
  }, [wasWriting])
}
