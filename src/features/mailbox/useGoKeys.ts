/** Keys that go somewhere: `g` and a letter to a folder, `c` to a new mail. */
import { useEffect, useEffectEvent, useRef } from 'react'
import { useNavigate } from 'react-router-dom'
import { isPageKey } from '../../components/browser/keyTargets'
import { pathToFolder, pathToWrite } from '../../store/routes/pathTo'
import { useSetting } from '../../store/settings/useSetting'
import { useWrite } from '../../store/shell/useWrite'

/** The second key of `g …`. */
const folderKeys: Readonly<Record<string, string>> = {
  i: 'inbox',
  s: 'sent',
  d: 'draft',
  f: 'flag',
  a: 'archive',
  t: 'deleted',
  j: 'junk',
}
/** Milliseconds in which the second key must follow. */
const goMs = 1_500

export function useGoKeys(folder: string, onShortcuts: () => void) {
  const navigate = useNavigate()
  const { write } = useWrite()
  const isOn = useSetting('shortcuts') === 'on'
  /** When `g` was pressed; null while it was not. */
  const began = useRef<number | null>(null)

  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    if (!isOn || !isPageKey(event) || event.key === 'Shift') return
    const isSecond = began.current !== null && event.timeStamp - began.current < goMs
    began.current = null
    const target = isSecond ? folderKeys[event.key] : undefined
    if (target !== undefined) void navigate(pathToFolder(target))
    else if (event.key === 'g') began.current = event.timeStamp
    else if (event.key === 'c') write(pathToWrite(folder, { mode: 'new' }))
    else if (event.key === '?') onShortcuts()
    else return
    // Else `s` after `g` would flag a mail as well.
    event.preventDefault()
    event.stopImmediatePropagation()
  })

  useEffect(() => {
    document.addEventListener('keydown', handleKey, { capture: true })
    return () => document.removeEventListener('keydown', handleKey, { capture: true })
  }, [])
}
