/** Which chips of a line are chosen, and which one the keys act on: one at a time, or a run of them with Shift. */
import { type RefObject, useState } from 'react'

type Range = { readonly anchor: number; readonly head: number }

export type ChipRange = {
  /** Where the Tab key stops. */
  readonly head: number
  readonly isChosen: (index: number) => boolean
  /** Those that a command at this chip is for: the chosen ones where it is among them, else itself. */
  readonly actedOn: (index: number) => readonly number[]
  readonly focus: (index: number, how?: 'alone' | 'extending') => void
  readonly chooseAll: () => void
  /** The focus came to a chip by itself. */
  readonly arrived: (index: number) => void
  readonly forget: () => void
}

/** `count` chips stand in `group`. */
export function useChipRange(group: RefObject<HTMLElement | null>, count: number): ChipRange {
  const [range, setRange] = useState<Range | null>(null)
  const last = count - 1
  const from = range === null ? -1 : Math.min(range.anchor, range.head)
  const to = range === null ? -1 : Math.min(Math.max(range.anchor, range.head), last)
  const isChosen = (index: number) => to > from && index >= from && index <= to

  function show(index: number) {
    group.current?.querySelector<HTMLElement>(`[data-chip="${index}"]`)?.focus()
  }

  return {
    head: Math.min(range?.head ?? last, last),
    isChosen,
    actedOn: (index) => (isChosen(index) ? Array.from({ length: to - from + 1 }, (_, step) => from + step) : [index]),
    focus(index, how = 'alone') {
      const head = Math.max(0, Math.min(index, last))
      setRange({ anchor: how === 'extending' ? (range?.anchor ?? head) : head, head })
      show(head)
    },
    chooseAll() {
      setRange({ anchor: 0, head: last })
      show(last)
    },
    arrived: (index) => setRange((former) => (former?.head === index ? former : { anchor: index, head: index })),
    forget: () => setRange(null),
  }
}
