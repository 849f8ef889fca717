/** The toolbar's commands in the editor's own words. */
import type Squire from 'squire-rte'
import { fontFamilies } from '#src/store/settings/writingStyle'

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
    id: 'strike',
    tag: 'S',
    run: (editor) => (isIn(editor, 'S') ? editor.removeStrikethrough() : editor.strikethrough()),
  },
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
  { id: 'indent', tag: null, run: (editor) => (isListed(editor) ? editor.increaseListLevel() : indent(editor, 1)) },
  { id: 'outdent', tag: null, run: (editor) => (isListed(editor) ? editor.decreaseListLevel() : indent(editor, -1)) },
  ...(['left', 'center', 'right'] as const).map((side) => ({
    id: side,
    tag: null,
    run: (editor: Squire) => editor.setTextAlignment(side),
  })),
  { id: 'undo', tag: null, run: (editor) => editor.undo() },
  { id: 'redo', tag: null, run: (editor) => editor.redo() },
  { id: 'clear', tag: null, run: (editor) => editor.removeAllFormatting() },
]

function isListed(editor: Squire): boolean {
  return isIn(editor, 'UL') || isIn(editor, 'OL')
}

/** Pixels of one step. */
const step = 40

function indent(editor: Squire, by: 1 | -1): void {
  editor.forEachBlock((block) => {
    const margin = Math.max(0, (Number.parseInt(block.style.marginLeft, 10) || 0) + by * step)
    block.style.marginLeft = margin === 0 ? '' : `${margin}px`
  }, true)
}

/** One of a list; its options are named by the texts under `texts`, or by themselves. */
export type Choice = {
  readonly id: 'font' | 'size' | 'colour' | 'background'
  readonly texts: 'font' | 'colour' | null
  readonly options: readonly { readonly id: string; readonly value: string }[]
  readonly run: (editor: Squire, value: string) => void
}

/** Written into the mail itself, so they are the mail's colours, not the skin's. */
const colours = [
  { id: 'black', value: '#1f2733' },
  { id: 'grey', value: '#5b6676' },
  { id: 'red', value: '#c62f35' },
  { id: 'orange', value: '#b45309' },
  { id: 'green', value: '#157347' },
  { id: 'blue', value: '#2f5bea' },
  { id: 'purple', value: '#6d4fc2' },
]

const backgrounds = [
  { id: 'none', value: 'none' },
  { id: 'yellow', value: '#fff3b0' },
  { id: 'green', value: '#d5f5e3' },
  { id: 'blue', value: '#dbe6ff' },
  { id: 'red', value: '#ffdcdc' },
]

const fonts = Object.entries(fontFamilies).map(([id, value]) => ({ id, value }))

const sizes = ['12px', '14px', '16px', '18px', '24px', '32px'].map((size) => ({ id: size, value: size }))

export const choices: readonly Choice[] = [
  { id: 'font', texts: 'font', options: fonts, run: (editor, value) => editor.setFontFace(value) },
  { id: 'size', texts: null, options: sizes, run: (editor, value) => editor.setFontSize(value) },
  { id: 'colour', texts: 'colour', options: colours, run: (editor, value) => editor.setTextColor(value) },
  {
    id: 'background',
    texts: 'colour',
    options: backgrounds,
    run: (editor, value) => editor.setHighlightColor(value === 'none' ? null : value),
  },
]
