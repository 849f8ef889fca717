/** The rich-text editor on an element: what it holds goes to the store soon after each change, and at once when asked. */
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import Squire from 'squire-rte'
import { fragmentForEditor } from '#src/lib/html'
import { styleFirstLine } from '#src/store/settings/writingStyle'
import { listsOfWord } from './wordPaste'

/** Milliseconds after a change until the text is read; it must be kept within a second. */
const readAfterMs = 250

type Terms = {
  readonly root: RefObject<HTMLDivElement | null>
  /** Names the text for assistive technology. */
  readonly label: string
  readonly html: string
  /** The address of an attached picture by its Content-ID; null while it cannot be shown. */
  readonly cidUrl: (cid: string) => string | null
  /** Another version takes the place of what the editor holds. */
  readonly version: number
  readonly onChange: (html: string) => void
  /** Declarations of what is written; none where it is left out. */
  readonly style?: string
}

export type EditorHandle = { readonly editor: Squire | null; readonly flush: () => void }

export function useEditor({ root, label, html, cidUrl, version, onChange, style = '' }: Terms): EditorHandle {
  const [editor, setEditor] = useState<Squire | null>(null)
  const latest = useRef({ html, cidUrl, onChange, style })
  latest.current = { html, cidUrl, onChange, style }
  const pending = useRef<number | null>(null)
  const flush = useRef(() => {})
  /** What the editor held when it was last read: it also tells of changes to its own element, such as its name in another language. */
  const held = useRef<string | null>(null)

  useLayoutEffect(() => {
    const element = root.current
    if (element === null) return
    // A div that can be edited is a text box; only the editor makes it one.
    element.setAttribute('role', 'textbox')
    element.setAttribute('aria-multiline', 'true')
    const squire = new Squire(element, {
      blockTag: 'DIV',
      blockAttributes: { dir: 'auto' },
      sanitizeToDOMFragment: (text) =>
        fragmentForEditor(listsOfWord(text), { cidUrl: (cid) => latest.current.cidUrl(cid) }),
    })
    const read = () => {
      if (pending.current === null) return
      window.clearTimeout(pending.current)
      pending.current = null
      const html = squire.getHTML()
      if (html === held.current) return
      held.current = html
      latest.current.onChange(html)
    }
    squire.addEventListener('input', () => {
      styleFirstLine(element, latest.current.style)
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
    styleFirstLine(editor.getRoot(), latest.current.style)
    held.current = editor.getHTML()
    if (pending.current !== null) window.clearTimeout(pending.current)
    pending.current = null
    editor.moveCursorToStart()
  }, [editor, version])

  return { editor, flush: () => flush.current() }
}
