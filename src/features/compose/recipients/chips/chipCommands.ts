/** What is done to the chips of one line: by key, by menu and through the clipboard. */
import type { ClipboardEvent, KeyboardEvent } from 'react'
import type { RecipientLine, Spot } from '../recipientLists'
import { parseRecipients, type Recipient, recipientText } from '../recipients'
import type { RecipientEdits } from '../useRecipientEdits'
import type { ChipRange } from './useChipRange'

export type ChipLine = {
  readonly line: RecipientLine
  readonly list: readonly Recipient[]
  /** The lines between which chips go, from the top. */
  readonly lines: readonly RecipientLine[]
  readonly edits: RecipientEdits
  readonly range: ChipRange
  readonly onEdit: (index: number) => void
  /** To the box at the line's end. */
  readonly onBox: () => void
  /** Chips stand here now; the first of them is to have the focus. */
  readonly onMoved: (spot: Spot) => void
}

export type ChipCommands = ReturnType<typeof chipCommands>

export function chipCommands({ line, list, lines, edits, range, onEdit, onBox, onMoved }: ChipLine) {
  const others = lines.filter((other) => other !== line)
  const textOf = (index: number) => {
    const indexes = range.actedOn(index)
    return list
      .filter((_one, at) => indexes.includes(at))
      .map(recipientText)
      .join(', ')
  }

  function remove(index: number) {
    edits.remove({ line, indexes: range.actedOn(index) })
    range.forget()
    onBox()
  }

  function moveTo(index: number, target: RecipientLine) {
    const moved = edits.move({ line, indexes: range.actedOn(index) }, { line: target })
    range.forget()
    onMoved({ line: target, at: moved })
  }

  /** One place to the front (-1) or to the back (1). */
  function shift(index: number, step: -1 | 1) {
    const indexes = range.actedOn(index)
    const [first = index, last = index] = [indexes[0], indexes.at(-1)]
    const at = step < 0 ? first - 1 : last + 2
    if (at < 0 || at > list.length) return
    edits.move({ line, indexes }, { line, at })
    range.forget()
    onMoved({ line, at: first + step })
  }

  function toNeighbour(index: number, step: -1 | 1) {
    const target = lines[lines.indexOf(line) + step]
    if (target !== undefined) moveTo(index, target)
  }

  function step(index: number, by: -1 | 1, isExtending: boolean) {
    if (index + by >= list.length) {
      if (!isExtending) onBox()
    } else range.focus(index + by, isExtending ? 'extending' : 'alone')
  }

  /** Whether the key was one of these. */
  function pressed(index: number, event: KeyboardEvent): boolean {
    const { key, altKey, shiftKey, ctrlKey, metaKey } = event
    const isCommand = ctrlKey || metaKey
    if (key === 'Delete' || key === 'Backspace') remove(index)
    else if (key === 'ArrowLeft' || key === 'ArrowRight') {
      const by = key === 'ArrowLeft' ? -1 : 1
      if (altKey) shift(index, by)
      else step(index, by, shiftKey)
    } else if (altKey && (key === 'ArrowUp' || key === 'ArrowDown')) toNeighbour(index, key === 'ArrowUp' ? -1 : 1)
    else if (key === 'Home') range.focus(0, shiftKey ? 'extending' : 'alone')
    else if (key === 'End') range.focus(list.length - 1, shiftKey ? 'extending' : 'alone')
    else if (isCommand && key.toLowerCase() === 'a') range.chooseAll()
    else if (key === 'Enter' && !isCommand) onEdit(index)
    else if (key === 'Escape' && range.actedOn(index).length > 1) range.forget()
    else return false
    return true
  }

  return {
    others,
    textOf,
    remove,
    moveTo,
    edit: onEdit,
    pressed,
    copied(index: number, event: ClipboardEvent) {
      event.preventDefault()
      event.clipboardData.setData('text/plain', textOf(index))
      if (event.type === 'cut') remove(index)
    },
    pasted(index: number, event: ClipboardEvent) {
      event.preventDefault()
      const people = parseRecipients(event.clipboardData.getData('text/plain'))
      if (people.length === 0) return
      edits.add(people, { line, at: index + 1 })
      onMoved({ line, at: Math.min(index + 1, list.length) })
    },
  }
}
