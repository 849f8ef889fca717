/** The rich-text editor on an element: what it holds goes to the store soon after each change, and at once when asked. */

import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import Squire from 'squire-rte'
import { fragmentForEditor } from '../../../lib/html'

/** Milliseconds after a change until the text is read; well under the second within which it must be kept. */
const readAfterMs = 250

type Terms = {
  readonly root: RefObject<HTMLDivElement | null>
  /** Names the text for assistive technology. */
  readonly label: string
  readonly html: string
  /** Another version takes the place of what the editor holds. */
  readonly version: number
  readonly onChange: (html: string) => void
}

export type EditorHandle = { readonly editor: Squire | null; readonly flush: () => void }

export function useEditor({ root, label, html, version, onChange }: Terms): EditorHandle {
  const [editor, setEditor] = useState<Squire | null>(null)
  const latest = useRef({ html, onChange })
  latest.current = { html, onChange }
  const pending = useRef<number | null>(null)
  const flush = useRef(() => {})

  useLayoutEffect(() => {
    const element = root.current
    if (element === null) return
    // A div that can be edited is a text box; only the editor makes it one.
    element.setAttribute('role', 'textbox')
    element.setAttribute('aria-multiline', 'true')
    const squire = new Squire(element, {
      blockTag: 'DIV',
      sanitizeToDOMFragment: (text) => fragmentForEditor(text),
    })
    const read = () => {
      if (pending.current === null) return
      window.clearTimeout(pending.current)
      pending.current = null
      latest.current.onChange(squire.getHTML())
    }
    squire.addEventListener('input', () => {
      pending.current ??= window.setTimeout(read, readAfterMs)
    })
    // Leaving the mail by Tab must stay possible; lists are indented from the toolbar.
    squire.setKeyHandler('Tab', null)
    squire.setKeyHandler('Shift-Tab', null)
    flush.current = read
    setEditor(squire)
    return () => {
      read()
      flush.current = () => {}
      squire.destroy()
    }
  }, [root])

  useEffect(() => root.current?.setAttribute('aria-label', label), [root, label])

  useEffect(() => {
    if (editor === null || version < 0) return
    editor.setHTML(latest.current.html)
    if (pending.current !== null) window.clearTimeout(pending.current)
    pending.current = null
    editor.moveCursorToStart()
  }, [editor, version])

  return { editor, flush: () => flush.current() }
}
