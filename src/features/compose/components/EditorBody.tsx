/** The mail's text with its toolbar. */
import { type ClipboardEvent, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useEditor } from '../hooks/useEditor'
import { EditorToolbar } from './EditorToolbar'

type Props = {
  html: string
  version: number
  onChange: (html: string) => void
  onFiles: (files: readonly File[]) => void
  /** Hands out the way to read the last words at once. */
  onReady: (flush: () => void) => void
  hasFocus: boolean
}

export function EditorBody({ html, version, onChange, onFiles, onReady, hasFocus }: Props) {
  const { t } = useTranslation('compose')
  const root = useRef<HTMLDivElement>(null)
  const { editor, flush } = useEditor({ root, label: t('body'), html, version, onChange })

  useEffect(() => onReady(flush))

  const wantsFocus = useRef(hasFocus)
  useEffect(() => {
    if (editor === null || !wantsFocus.current) return
    editor.focus()
    editor.moveCursorToStart()
  }, [editor])

  function handlePaste(event: ClipboardEvent) {
    const files = [...event.clipboardData.files]
    if (files.length === 0) return
    event.preventDefault()
    event.stopPropagation()
    onFiles(files)
  }

  return (
    <>
      <EditorToolbar editor={editor} />
      <div className="compose-body">
        <div ref={root} className="compose-editor" onPasteCapture={handlePaste} />
      </div>
    </>
  )
}
