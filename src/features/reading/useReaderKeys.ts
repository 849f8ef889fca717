/** `j` and `k` go to the next and previous mail, as they do in the list; within the list they are the list's own. */
import { useEffect, useEffectEvent } from 'react'
import { isOfInputMethod } from '#src/components/browser/keyTargets'
import { useSetting } from '#src/store/settings/useSetting'
import type { Neighbour } from '../mailbox'

/** Where letters are text, or belong to what lies on top or to a list. */
const elsewhere =
  'input:not([type="checkbox"]), textarea, select, [contenteditable]:not([contenteditable="false"]), dialog, [role="menu"], [role="grid"]'

export function useReaderKeys({ previous, next }: { previous: Neighbour; next: Neighbour }): void {
  const isOn = useSetting('shortcuts') === 'on'
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    if (!isOn || event.defaultPrevented || isOfInputMethod(event) || event.ctrlKey || event.metaKey || event.altKey)
      return
    if (event.target instanceof Element && event.target.closest(elsewhere) !== null) return
    const neighbour = event.key === 'j' ? next : event.key === 'k' ? previous : null
    if (neighbour === null) return
    event.preventDefault()
    if (neighbour.reason === null) neighbour.go()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => handleKey(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}
