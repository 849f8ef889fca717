import { type DragEvent, type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'

type Row = { readonly id: string; readonly name: string }

/**
 * Puts rows in order by Alt and an arrow, by a menu or by dragging; what moved last is there to be read out.
 * @param peersOf the rows among which one may move, in their order
 * @param onMove is told their new order and the row's place in it
 */
export function useReorder<R extends Row>(
  rows: readonly R[],
  peersOf: (row: R) => readonly R[],
  onMove: (wanted: readonly R[], row: R, at: number) => void,
) {
  const [moved, setMoved] = useState<{ name: string; position: number; count: number } | null>(null)
  const dragged = useRef<R | null>(null)
  /** What had the focus when its row was moved, which takes it away. */
  const focused = useRef<HTMLElement | null>(null)
  useLayoutEffect(() => {
    if (rows.length > 0 && focused.current?.isConnected === true) focused.current.focus()
    focused.current = null
  }, [rows])

  function place(row: R, at: number) {
    const peers = peersOf(row)
    if (at < 0 || at >= peers.length || peers[at]?.id === row.id) return
    focused.current = document.activeElement instanceof HTMLElement ? document.activeElement : null
    setMoved({ name: row.name, position: at + 1, count: peers.length })
    onMove(peers.filter(({ id }) => id !== row.id).toSpliced(at, 0, row), row, at)
  }
  const positionOf = (row: R) => {
    const peers = peersOf(row)
    return { at: peers.findIndex(({ id }) => id === row.id), count: peers.length }
  }
  const step = (row: R, by: 1 | -1) => place(row, positionOf(row).at + by)

  return {
    moved,
    step,
    positionOf,
    rowProps: (row: R) => ({
      draggable: true,
      onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
        if (!event.altKey || isOfWhatItOpened(event) || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
        event.preventDefault()
        step(row, event.key === 'ArrowUp' ? -1 : 1)
      },
      onDragStart: (event: DragEvent<HTMLElement>) => {
        event.dataTransfer.effectAllowed = 'move'
        dragged.current = row
      },
      onDragOver: (event: DragEvent<HTMLElement>) => {
        const from = dragged.current
        if (from !== null && peersOf(from).some(({ id }) => id === row.id)) event.preventDefault()
      },
      onDrop: (event: DragEvent<HTMLElement>) => {
        event.preventDefault()
        const from = dragged.current
        dragged.current = null
        if (from !== null) place(from, positionOf(row).at)
      },
    }),
  }
}

/** Not of the row itself: of a dialog that stands in it, or of what it has opened elsewhere. */
function isOfWhatItOpened({ target, currentTarget }: KeyboardEvent<HTMLElement>): boolean {
  if (!(target instanceof Element) || !currentTarget.contains(target)) return true
  return currentTarget.contains(target.closest('dialog'))
}
