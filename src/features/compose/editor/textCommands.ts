/** The toolbar's commands in the editor's own words. */
import type Squire from 'squire-rte'

type Command = {
  readonly id: string
  /** The element that the text is in when the command is on; null when it is never on. */
  readonly tag: string | null
  readonly run: (editor: Squire) => void
}

export function isIn(editor: Squire, tag: string): boolean {
  return editor.hasFormat(tag)
}

export const commands: readonly Command[] = [
  { id: 'bold', tag: 'B', run: (editor) => (isIn(editor, 'B') ? editor.removeBold() : editor.bold()) },
  { id: 'italic', tag: 'I', run: (editor) => (isIn(editor, 'I') ? editor.removeItalic() : editor.italic()) },
  { id: 'underline', tag: 'U', run: (editor) => (isIn(editor, 'U') ? editor.removeUnderline() : editor.underline()) },
  {
    id: 'bulleted',
    tag: 'UL',
    run: (editor) => (isIn(editor, 'UL') ? editor.removeList() : editor.makeUnorderedList()),
  },
  { id: 'numbered', tag: 'OL', run: (editor) => (isIn(editor, 'OL') ? editor.removeList() : editor.makeOrderedList()) },
  {
    id: 'quote',
    tag: 'BLOCKQUOTE',
    run: (editor) => (isIn(editor, 'BLOCKQUOTE') ? editor.decreaseQuoteLevel() : editor.increaseQuoteLevel()),
  },
  { id: 'clear', tag: null, run: (editor) => editor.removeAllFormatting() },
]

export const sizes = ['12px', '14px', '16px', '18px', '24px', '32px'] as const

/** Written into the mail itself, so they are the mail's colours, not the skin's. */
export const colours = [
  { id: 'black', value: '#1f2733' },
  { id: 'grey', value: '#5b6676' },
  { id: 'red', value: '#c62f35' },
  { id: 'orange', value: '#b45309' },
  { id: 'green', value: '#157347' },
  { id: 'blue', value: '#2f5bea' },
  { id: 'purple', value: '#6d4fc2' },
] as const

export const alignments = ['left', 'center', 'right'] as const
