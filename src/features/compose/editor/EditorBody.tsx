/** The mail's formatted text with its toolbar. Pictures that are pasted or dropped there stand in the text; other files are attached. */
import { type ClipboardEvent, type DragEvent, type ReactNode, useCallback, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type Squire from 'squire-rte'
import { textOfHtml } from '#src/lib/html'
import type { Composer } from '../composer'
import { caretAt } from './caret'
import { EditorToolbar } from './EditorToolbar'
import { filesOfPaste } from './pictures/pastedPictures'
import { pictureAddress } from './pictures/pictures'
import { usePictures } from './pictures/usePictures'
import { useEditor } from './useEditor'

type Props = {
  composer: Composer
  onChange: (html: string) => void
  onFiles: (files: readonly File[]) => void
  /** Hands out the way to read the last words at once. */
  onReady: (flush: () => void) => void
  hasFocus: boolean
  /** What can be done to the text whether it is formatted or not. */
  tools: (insert: (html: string) => void) => ReactNode
}

export function EditorBody({ composer, onChange, onFiles, onReady, hasFocus, tools }: Props) {
  const { t } = useTranslation('compose')
  const { key, content, bodyVersion } = composer
  const root = useRef<HTMLDivElement>(null)
  const cidUrl = useCallback((cid: string) => pictureAddress(key, cid), [key])
  const { editor, flush } = useEditor({
    root,
    label: t('body'),
    html: content.html,
    cidUrl,
    version: bodyVersion,
    onChange,
  })
  const { insert, insertAmong } = usePictures(editor, composer)

  useEffect(() => onReady(flush))

  const wantsFocus = useRef(hasFocus)
  useEffect(() => {
    if (editor === null || !wantsFocus.current) return
    editor.focus()
    editor.moveCursorToStart()
  }, [editor])

  function takeIn(files: readonly File[]) {
    const others = insertAmong(files)
    if (others.length > 0) onFiles(others)
  }

  function handlePaste(event: ClipboardEvent) {
    const files = filesOfPaste(event.clipboardData, textOfHtml)
    if (files.length === 0) return
    event.preventDefault()
    event.stopPropagation()
    takeIn(files)
  }

  function handleDrop(event: DragEvent) {
    const { files, types } = event.dataTransfer
    // What comes with HTML, such as a picture moved within the text, the editor takes itself.
    if (files.length === 0 || types.includes('text/html')) return
    event.preventDefault()
    if (editor !== null) placeCaret(editor, event)
    takeIn([...files])
  }

  return (
    <>
      <EditorToolbar editor={editor} onPictures={insert}>
        {tools((html) => editor?.insertHTML(html))}
      </EditorToolbar>
      <div className="compose-body">
        <div ref={root} className="compose-editor" onPasteCapture={handlePaste} onDropCapture={handleDrop} />
      </div>
    </>
  )
}

function placeCaret(editor: Squire, { clientX, clientY }: DragEvent): void {
  const range = caretAt(clientX, clientY, editor.getRoot())
  if (range !== null) editor.setSelection(range)
}
