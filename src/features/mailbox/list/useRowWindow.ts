/** Which rows are in sight: only those stand in the document. What comes or goes above them moves none of them. */
import { defaultRangeExtractor, observeElementRect, useVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useLayoutEffect, useRef } from 'react'
import type { MailSummary } from '#contract/shapes'
import { rowKey } from '../listData/conversationRows'
import { useRowFocus } from '../row/useRowFocus'
import { useScrollRestoration } from './useScrollRestoration'

type Window = {
  rows: readonly MailSummary[]
  scroller: RefObject<HTMLDivElement | null>
  rowHeight: number
  activeIndex: number
  /** Names the list, whose place is kept while another one is shown. */
  listOf: string
}

/** Taken for the list's height while it has none, such as before the first layout. */
export const assumedHeight = 800

export function useRowWindow({ rows, scroller, rowHeight, activeIndex, listOf }: Window) {
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => rows[index]?.id ?? index,
    overscan: 4,
    // Else it would draw no row until it has been laid out, and then all of them at once.
    initialRect: { width: 0, height: assumedHeight },
    observeElementRect: (instance, report) =>
      observeElementRect(instance, (rect) => report(rect.height > 0 ? rect : { ...rect, height: assumedHeight })),
    // The active row stays in the document, so that the Tab key always finds the list.
    rangeExtractor: (range) =>
      [...new Set([...(activeIndex < 0 ? [] : [activeIndex]), ...defaultRangeExtractor(range)])].sort((a, b) => a - b),
  })

  const measuredHeight = useRef(rowHeight)
  useLayoutEffect(() => {
    if (measuredHeight.current === rowHeight) return
    measuredHeight.current = rowHeight
    virtualizer.measure()
  }, [virtualizer, rowHeight])

  const shown = useRef({ rows, listOf })
  useLayoutEffect(() => {
    const former = shown.current
    shown.current = { rows, listOf }
    const list = scroller.current
    if (list === null || list.scrollTop === 0 || former.rows === rows || former.listOf !== listOf) return
    const by = movedBy(former.rows, rows, Math.floor(list.scrollTop / rowHeight))
    if (by !== 0) list.scrollTop += by * rowHeight
  }, [scroller, rows, rowHeight, listOf])

  useScrollRestoration(scroller, listOf)
  useRowFocus(scroller)
  return virtualizer
}

/** By how many rows what stood at this index, or the first after it that is still there, has moved. */
function movedBy(former: readonly MailSummary[], rows: readonly MailSummary[], index: number): number {
  const places = new Map(rows.map((row, at) => [rowKey(row), at]))
  const now = former
    .slice(index)
    .map((row) => places.get(rowKey(row)))
    .find((at) => at !== undefined)
  return now === undefined ? 0 : now - index
}
