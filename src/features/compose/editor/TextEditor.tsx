/** The composer's editor for a text that is no message: its pictures stand in it as data. */
import { type ClipboardEvent, type DragEvent, useRef } from 'react'
import type Squire from 'squire-rte'
import { textOfHtml } from '#src/lib/html'
import { EditorToolbar } from './EditorToolbar'
import { filesOfPaste } from './pictures/pastedPictures'
import { useEditor } from './useEditor'
import '../compose.css'

type Props = {
  id?: string | undefined
  /** Names the text for assistive technology. */
  label: string
  /** What it begins with. */
  html: string
  onChange: (html: string) => void
  /** What may stand in the text of files that are chosen, pasted or dropped; without it, none. */
  takePictures?: (files: readonly File[]) => readonly File[]
}

export function TextEditor({ id, label, html, onChange, takePictures }: Props) {
  const root = useRef<HTMLDivElement>(null)
  const { editor, flush } = useEditor({ root, label, html, cidUrl: noPicture, version: 0, onChange })

  function take(files: readonly File[]) {
    if (editor !== null && takePictures !== undefined) void insertPictures(editor, takePictures(files))
  }

  function handlePaste(event: ClipboardEvent) {
    const files = filesOfPaste(event.clipboardData, textOfHtml)
    if (files.length === 0) return
    event.preventDefault()
    event.stopPropagation()
    take(files)
  }

  function handleDrop(event: DragEvent) {
    const { files, types } = event.dataTransfer
    if (files.length === 0 || types.includes('text/html')) return
    event.preventDefault()
    take([...files])
  }

  return (
    <div className="compose-text">
      <EditorToolbar editor={editor} onPictures={takePictures && take} />
      <div className="compose-body">
        <div
          ref={root}
          id={id}
          className="compose-editor"
          onBlurCapture={flush}
          onPasteCapture={handlePaste}
          onDropCapture={handleDrop}
        />
      </div>
    </div>
  )
}

const noPicture = () => null

async function insertPictures(editor: Squire, files: readonly File[]): Promise<void> {
  const pictures = await Promise.all(files.map(async (file) => ({ file, address: await dataOf(file) })))
  if (pictures.length > 0) editor.saveUndoState()
  for (const { file, address } of pictures)
    editor.insertImage(address, { alt: file.name.replace(/\.[^.]*$/, ''), style: 'max-width: 100%' })
}

async function dataOf(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const letters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
  return `data:${file.type};base64,${btoa(letters)}`
}
