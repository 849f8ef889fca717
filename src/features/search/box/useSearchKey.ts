/** The key `/` begins a search from anywhere that takes no text. Of several fields on a page the first one that hears it has it. */
import { useEffect, useEffectEvent } from 'react'
import { isPageKey } from '#src/components/browser/keyTargets'

export function useSearchKey(begin: () => void): void {
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== '/' || !isPageKey(event)) return
    // Else it would be typed into the field that it leads to.
    event.preventDefault()
    begin()
  })
  useEffect(() => {
    document.addEventListener('keydown', handleKey)
    return () => document.removeEventListener('keydown', handleKey)
  }, [])
}
