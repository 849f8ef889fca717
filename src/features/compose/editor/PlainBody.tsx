/** The mail's text where it is plain text alone. */
import { type ClipboardEvent, type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { limits } from '#contract/limits'
import type { Composer } from '../composer'
import type { Rewriting, TextHandle } from '../useWriting'

type Props = {
  composer: Composer
  onChange: (text: string) => void
  onFiles: (files: readonly File[]) => void
  hasFocus: boolean
  text: RefObject<TextHandle>
}

export function PlainBody({ composer, onChange, onFiles, hasFocus, text: handle }: Props) {
  const { t } = useTranslation('compose')
  const box = useRef<HTMLTextAreaElement>(null)
  const { text } = composer.content

  const wantsFocus = useRef(hasFocus)
  useEffect(() => {
    if (!wantsFocus.current) return
    box.current?.focus()
    box.current?.setSelectionRange(0, 0)
  }, [])

  const caret = useRef<[number, number] | null>(null)
  useLayoutEffect(() => {
    if (caret.current === null || box.current?.value !== text) return
    box.current.setSelectionRange(...caret.current)
    caret.current = null
  }, [text])

  /** At the caret, as if it were typed. */
  function insert(words: string) {
    const { selectionStart = text.length, selectionEnd = text.length } = box.current ?? {}
    const behind = selectionStart + words.length
    caret.current = [behind, behind]
    onChange(text.slice(0, selectionStart) + words + text.slice(selectionEnd))
    box.current?.focus()
  }

  function rewrite({ plain }: Rewriting, isAside?: boolean) {
    const before = box.current?.value ?? text
    const written = plain(before)
    if (!isAside) box.current?.select()
    const isIn = document.activeElement === box.current
    // The browser's own Undo knows nothing else; it writes into whatever has the focus.
    if (!isAside && isIn && document.execCommand?.('insertText', false, written)) return
    if (isAside && isIn && box.current !== null) caret.current = caretAfter(box.current, written)
    onChange(written)
  }

  useEffect(() => {
    handle.current = { flush: () => {}, insert, rewrite }
  })

  return (
    <div className="compose-body">
      <textarea
        ref={box}
        className="compose-plain"
        dir="auto"
        aria-label={t('body')}
        value={text}
        maxLength={limits.htmlCharacters}
        onChange={(event) => onChange(event.target.value)}
        onPaste={(event) => takePasted(event, onFiles)}
      />
    </div>
  )
}

function takePasted(event: ClipboardEvent, onFiles: Props['onFiles']): void {
  const files = [...event.clipboardData.files]
  // Words are pasted as words, whatever picture of them comes along.
  if (files.length === 0 || event.clipboardData.getData('text/plain') !== '') return
  event.preventDefault()
  onFiles(files)
}

/** A selection that lies behind what was put in goes along. */
function caretAfter({ value, selectionStart, selectionEnd }: HTMLTextAreaElement, written: string): [number, number] {
  const moved = (at: number) => (written.startsWith(value.slice(0, at)) ? at : at + written.length - value.length)
  return [moved(selectionStart), moved(selectionEnd)]
}
