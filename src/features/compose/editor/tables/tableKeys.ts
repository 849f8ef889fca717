/** Keys within a table that the writer put in; within a quoted one Tab leaves the text. */
import type Squire from 'squire-rte'
import { isOfInputMethod } from '#src/components/browser/keyTargets'
import { signatureMark } from '#src/lib/html'

export function watchTableKeys(editor: Squire): void {
  for (const key of ['Tab', 'Shift-Tab', 'Escape']) editor.setKeyHandler(key, handleTableKey)
}

/** Tab: the next cell, or a new row; Shift+Tab: back, and out of the first; Esc: out of it. */
function handleTableKey(editor: Squire, event: KeyboardEvent): void {
  if (isOfInputMethod(event)) return
  const { startContainer } = editor.getSelection()
  const element = startContainer instanceof Element ? startContainer : startContainer.parentElement
  const cell = element?.closest<HTMLTableCellElement>('td, th') ?? null
  const table = cell?.closest('table') ?? null
  if (cell === null || table === null || !editor.getRoot().contains(table) || table.closest('blockquote')) return
  const cells = [...table.querySelectorAll<HTMLTableCellElement>('td, th')]
  const at = cells.indexOf(cell)
  if (event.key === 'Escape') leaveTable(editor, table)
  else if (!event.shiftKey) moveToCell(editor, cells[at + 1] ?? addRow(editor, table))
  else if (at > 0) moveToCell(editor, cells[at - 1])
  else return
  event.preventDefault()
  event.stopPropagation()
}

export function moveToCell(editor: Squire, cell: Element | null | undefined): void {
  if (!cell) return
  const range = document.createRange()
  range.selectNodeContents(cell.querySelector(':scope > :is(div, p):last-child') ?? cell)
  range.collapse(cell.textContent === '')
  editor.setSelection(range)
  cell.scrollIntoView?.({ block: 'nearest' })
}

function addRow(editor: Squire, table: HTMLTableElement): Element | null {
  const last = table.rows[table.rows.length - 1]
  if (last === undefined) return null
  editor.saveUndoState()
  const row = last.cloneNode(true)
  if (!(row instanceof HTMLTableRowElement)) return null
  for (const cell of row.cells) cell.replaceChildren(emptyLine())
  last.after(row)
  editor.fireEvent('input')
  return row.cells[0] ?? null
}

function leaveTable(editor: Squire, table: HTMLTableElement): void {
  const next = table.nextElementSibling
  const isLine = next?.matches(`:is(div, p):not([${signatureMark}], :has(table, blockquote))`) === true
  const below = isLine ? next : emptyLine()
  if (!isLine) {
    editor.saveUndoState()
    table.after(below)
    editor.fireEvent('input')
  }
  const range = document.createRange()
  range.selectNodeContents(below)
  range.collapse(true)
  editor.setSelection(range)
}

function emptyLine(): HTMLElement {
  const line = document.createElement('div')
  line.append(document.createElement('br'))
  return line
}
