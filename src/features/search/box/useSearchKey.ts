/** The key `/` begins a search from anywhere that takes no text. Of several fields on a page the first one that hears it has it. */
import { useEffect, useEffectEvent } from 'react'
import { isPageKey } from '#src/components/browser/keyTargets'
import { useSetting } from '#src/store/settings/useSetting'

export function useSearchKey(begin: () => void): void {
  const isOn = useSetting('shortcuts') === 'on'
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== '/' || !isOn || !isPageKey(event)) return
    // Else it would be typed into the field that it leads to.
    event.preventDefault()
    begin()
  })
  useEffect(() => {
    document.addEventListener('keydown', handleKey)
    return () => document.removeEventListener('keydown', handleKey)
  }, [])
}
