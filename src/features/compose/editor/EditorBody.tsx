/** The formatted text: pictures that are pasted or dropped stand in it, other files are attached. */
import {
  type ClipboardEvent,
  type DragEvent,
  type KeyboardEvent,
  type RefObject,
  useCallback,
  useEffect,
  useRef,
} from 'react'
import { useTranslation } from 'react-i18next'
import type Squire from 'squire-rte'
import { isOfInputMethod } from '#src/components/browser/keyTargets'
import { lazyPiece } from '#src/components/lazy/lazyPiece'
import { textOfHtml } from '#src/lib/html'
import { selectSettings } from '#src/store/settings/settings'
import { writingStyle } from '#src/store/settings/writingStyle'
import { useAppSelector } from '#src/store/typed'
import type { Composer } from '../composer'
import type { TextHandle } from '../useWriting'
import { caretAt } from './caret'
import { filesOfPaste } from './pictures/pastedPictures'
import { pictureAddress } from './pictures/pictures'
import { usePictures } from './pictures/usePictures'
import { useEditor } from './useEditor'

// The text can be written before its tools are there.
const EditorToolbar = lazyPiece(async () => (await import('./EditorToolbar')).EditorToolbar, 'button')

type Props = {
  composer: Composer
  text: RefObject<TextHandle>
  isFormatting: boolean
  onChange: (html: string) => void
  onFiles: (files: readonly File[]) => void
  hasFocus: boolean
}

export function EditorBody({ composer, text, isFormatting, onChange, onFiles, hasFocus }: Props) {
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
    style: writingStyle(useAppSelector(selectSettings)),
  })
  const { insert, insertAmong } = usePictures(editor, composer)

  useEffect(() => {
    text.current = {
      flush,
      insert: (html) => editor?.focus().insertHTML(html),
      rewrite: ({ formatted }, isAside) => {
        if (editor === null) return
        if (!isAside) editor.focus()
        editor.saveUndoState()
        formatted(editor.getRoot())
      },
    }
  })

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
    if (files.length === 0) {
      const blocks = event.clipboardData.getData('text/html').match(/<(?:p|li|tr|h[1-6])\b/gi) ?? []
      // Several paragraphs begin a line of their own.
      if (editor !== null && blocks.length > 1 && lineOf(editor) !== '') editor.splitBlock(false)
      return
    }
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
      {isFormatting && (
        <EditorToolbar editor={editor} onPictures={insert} waiting={<div className="compose-toolbar" />} />
      )}
      <div className="compose-body">
        <div
          ref={root}
          className="compose-editor"
          onKeyDownCapture={(event) => editor !== null && beginList(editor, event)}
          onPasteCapture={handlePaste}
          onDropCapture={handleDrop}
        />
      </div>
    </>
  )
}

/** The text of the block in which the caret stands. */
function lineOf(editor: Squire): string {
  const { startContainer } = editor.getSelection()
  const element = startContainer instanceof Element ? startContainer : startContainer.parentElement
  const block = element?.closest('div, p, li, td, h1, h2, h3') ?? null
  return block === null || block === editor.getRoot()
    ? ''
    : (block.textContent?.replaceAll('\u200b', '').trimEnd() ?? '')
}

/** A hyphen and a space begin a list, as an asterisk does by the editor itself. */
function beginList(editor: Squire, { key, nativeEvent }: KeyboardEvent): void {
  if (key !== ' ' || isOfInputMethod(nativeEvent) || lineOf(editor) !== '-') return
  const range = editor.getSelection()
  const hyphen = range.startContainer
  if (!(hyphen instanceof Text) || !hyphen.data.endsWith('-')) return
  hyphen.data = '*'
  range.setStart(hyphen, 1)
  range.collapse(true)
  editor.setSelection(range)
}

function placeCaret(editor: Squire, { clientX, clientY }: DragEvent): void {
  const range = caretAt(clientX, clientY, editor.getRoot())
  if (range !== null) editor.setSelection(range)
}
