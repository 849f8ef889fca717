/** Ctrl+. goes from one composer to the next, and from the mailbox to the one used last. */
import { useEffect, useEffectEvent } from 'react'
import { composerShaped, type DockEntry } from '#src/store/shell/composers'
import { useAppDispatch } from '#src/store/typed'

export function useNextComposer(docked: readonly DockEntry[]): void {
  const dispatch = useAppDispatch()
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== '.' || !(event.ctrlKey || event.metaKey) || document.querySelector('dialog[open]') !== null)
      return
    const newestFirst = docked.toSorted((one, other) => other.turn - one.turn)
    const isWithin = event.target instanceof Element && event.target.closest('.compose-docked') !== null
    // The one that was longest ago: so each has its turn.
    const next = isWithin ? newestFirst.at(-1) : newestFirst[0]
    if (next === undefined) return
    event.preventDefault()
    dispatch(composerShaped({ key: next.key, shape: next.shape === 'full' ? 'full' : 'docked' }))
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => handleKey(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}
