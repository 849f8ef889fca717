/** Keys that go somewhere: `g` and a letter to a folder, `c` to a new mail. */
import { useEffect, useEffectEvent, useRef } from 'react'
import { useNavigate } from 'react-router-dom'
import { isPageKey } from '../../components/browser/keyTargets'
import { pathToFolder } from '../routes/pathTo'
import { useSetting } from '../settings/useSetting'
import { useWrite } from './useWrite'

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

/** @param writePath where `c` leads; `onShortcuts`: what `?` does, if anything */
export function useGoKeys(writePath: string, onShortcuts?: () => void): void {
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
    else if (event.key === 'c') write(writePath)
    else if (event.key === '?' && onShortcuts !== undefined) onShortcuts()
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
