/** Chips that are dragged with the mouse: within a line, to another line, or into another mail as a copy. */
import { type DragEvent, useState } from 'react'
import type { Chips, RecipientLine, Spot } from '../recipientLists'
import { parseRecipients } from '../recipients'
import type { RecipientEdits } from '../useRecipientEdits'

/** Marks what is dragged as recipients, so that a line takes it and an editor takes its text. */
const kind = 'application/x-ep-recipients'

export type ChipDrag = {
  readonly isGoing: boolean
  /** Before which chip it would be put, in the line over which it is; the number of its chips for the end. */
  readonly markIn: (line: RecipientLine) => number | null
  readonly start: (event: DragEvent, chips: Chips, text: string) => void
  readonly end: () => void
  readonly over: (event: DragEvent, line: RecipientLine, count: number) => void
  readonly leave: (event: DragEvent) => void
  readonly drop: (event: DragEvent, line: RecipientLine, count: number) => void
}

export function useChipDrag(edits: RecipientEdits, onMoved: (spot: Spot) => void): ChipDrag {
  const [dragged, setDragged] = useState<Chips | null>(null)
  const [mark, setMark] = useState<Required<Spot> | null>(null)
  const forget = () => {
    setDragged(null)
    setMark(null)
  }
  return {
    isGoing: dragged !== null,
    markIn: (line) => (mark?.line === line ? (mark.at ?? null) : null),
    start(event, chips, text) {
      event.dataTransfer.setData('text/plain', text)
      event.dataTransfer.setData(kind, '')
      event.dataTransfer.effectAllowed = 'copyMove'
      setDragged(chips)
    },
    end: forget,
    over(event, line, count) {
      if (!event.dataTransfer.types.includes(kind)) return
      event.preventDefault()
      event.stopPropagation()
      event.dataTransfer.dropEffect = dragged === null ? 'copy' : 'move'
      const at = placeAt(event, count)
      if (mark?.line !== line || mark.at !== at) setMark({ line, at })
    },
    leave(event) {
      const { relatedTarget, currentTarget } = event
      if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setMark(null)
    },
    drop(event, line, count) {
      if (!event.dataTransfer.types.includes(kind)) return
      event.preventDefault()
      event.stopPropagation()
      const spot = { line, at: placeAt(event, count) }
      if (dragged !== null) onMoved({ line, at: edits.move(dragged, spot) })
      // From another mail, which keeps it.
      else edits.add(parseRecipients(event.dataTransfer.getData('text/plain')), spot)
      forget()
    },
  }
}

/** Before the first chip that the pointer is not past, in reading order. */
function placeAt({ currentTarget, clientX, clientY }: DragEvent, count: number): number {
  for (const chip of currentTarget.querySelectorAll<HTMLElement>('[data-chip]')) {
    const { top, bottom, left, right } = chip.getBoundingClientRect()
    if (clientY < top || (clientY <= bottom && clientX < (left + right) / 2)) return Number(chip.dataset.chip)
  }
  return count
}
