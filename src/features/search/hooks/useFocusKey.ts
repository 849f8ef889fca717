/** The key `/` goes to the search field from anywhere that takes no text. */
import { type RefObject, useEffect } from 'react'

const takesText =
  'input:not([type="checkbox"]), textarea, select, [contenteditable]:not([contenteditable="false"]), dialog'

export function useFocusKey(field: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    function handleKey(event: KeyboardEvent) {
      if (event.key !== '/' || event.defaultPrevented || event.isComposing) return
      if (event.ctrlKey || event.metaKey || event.altKey) return
      if (event.target instanceof Element && event.target.closest(takesText) !== null) return
      event.preventDefault()
      field.current?.focus()
      field.current?.select()
    }
    document.addEventListener('keydown', handleKey)
    return () => document.removeEventListener('keydown', handleKey)
  }, [field])
}
