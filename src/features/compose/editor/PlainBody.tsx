/** The mail's text where it is plain text alone. */
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
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

  const caret = useRef<number | null>(null)
  useLayoutEffect(() => {
    if (caret.current === null || box.current?.value !== text) return
    box.current.setSelectionRange(caret.current, caret.current)
    caret.current = null
  }, [text])

  /** At the caret, as if it were typed. */
  function insert(words: string) {
    const { selectionStart = text.length, selectionEnd = text.length } = box.current ?? {}
    caret.current = selectionStart + words.length
    onChange(text.slice(0, selectionStart) + words + text.slice(selectionEnd))
    box.current?.focus()
  }

  function rewrite({ plain }: Rewriting) {
    const written = plain(text)
    box.current?.select()
    // The browser's own Undo knows nothing else; where it is not to be had, the text is exchanged.
    if (!document.execCommand?.('insertText', false, written)) onChange(written)
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
        onPaste={(event) => {
          const files = [...event.clipboardData.files]
          // Words are pasted as words, whatever picture of them comes along.
          if (files.length === 0 || event.clipboardData.getData('text/plain') !== '') return
          event.preventDefault()
          onFiles(files)
        }}
      />
    </div>
  )
}
