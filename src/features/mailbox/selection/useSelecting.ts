/** Selecting rows one by one or as a range from where the person began. */
import { useRef } from 'react'
import type { MailSummary } from '#contract/shapes'
import { useAppDispatch } from '#src/store/typed'
import { selectionChanged, selectionToggled } from '../mailboxSlice'

export function useSelecting(rows: readonly MailSummary[]) {
  const dispatch = useAppDispatch()
  /** Where a range began. */
  const anchor = useRef<string | null>(null)

  function toggle(index: number) {
    const id = rows[index]?.id
    if (id === undefined) return
    anchor.current = id
    dispatch(selectionToggled(id))
  }

  /** Selects from the anchor to a row, both included; without an anchor from where the person was. */
  function extendTo(index: number, from: number) {
    const began = rows.findIndex((row) => row.id === anchor.current)
    const start = began < 0 ? Math.max(0, from) : began
    anchor.current = rows[start]?.id ?? null
    const range = rows.slice(Math.min(start, index), Math.max(start, index) + 1)
    dispatch(selectionChanged(range.map((row) => row.id)))
  }

  return {
    toggle,
    extendTo,
    all: () => dispatch(selectionChanged(rows.map((row) => row.id))),
    none: () => {
      anchor.current = null
      dispatch(selectionChanged([]))
    },
  }
}
