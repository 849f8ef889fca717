/** Keys that act on the selection from anywhere on the page, and the key for Undo. */
import { useEffect, useEffectEvent } from 'react'
import { useAppDispatch, useAppStore } from '../../../store/typed'
import { selectSelectedIds } from '../mailboxSelectors'
import { undoNewest } from '../undoThunks'
import type { MailCommands } from './useMailCommands'

/** Where letters are text, or belong to what lies on top. */
const elsewhere =
  'input:not([type="checkbox"]), textarea, select, [contenteditable]:not([contenteditable="false"]), dialog'

export function usePageKeys(commands: MailCommands, folder: string, isReading: boolean) {
  const dispatch = useAppDispatch()
  const store = useAppStore()

  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return
    if (event.target instanceof Element && event.target.closest(`${elsewhere}, [role="menu"]`) !== null) return
    if (event.key === 'z') {
      dispatch(undoNewest())
      return
    }
    // Beside an open mail these keys are the reader's, unless mails are selected.
    if (isReading && selectSelectedIds(store.getState()).length === 0) return
    const acts: readonly (readonly [key: string, act: () => void])[] = [
      ['#', commands.remove],
      ['Delete', commands.remove],
      ['!', () => commands.move(folder === 'junk' ? 'inbox' : 'junk')],
      ['u', () => commands.mark('unseen')],
      ['U', () => commands.mark('seen')],
    ]
    const act = acts.find(([key]) => key === event.key)?.[1]
    if (act === undefined) return
    event.preventDefault()
    act()
  })

  useEffect(() => {
    const listen = (event: KeyboardEvent) => handleKey(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}
