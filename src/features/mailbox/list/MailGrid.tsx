/** The rows of a page, only those in sight in the document; one tab stop, arrows within (ARIA grid). */
import { type FocusEvent, type MouseEvent, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { MailSummary } from '#contract/shapes'
import { useSetting, useSettingAtOnce } from '#src/store/settings/useSetting'
import { useAppDispatch, useAppSelector } from '#src/store/typed'
import { toggleFlag } from '../actions/changeThunks'
import type { MailCommands } from '../actions/useMailCommands'
import { holdsMail, rowKey } from '../listData/conversationRows'
import { type ListQuery, listKey } from '../listData/listQuery'
import { selectSelectedIds } from '../mailboxSelectors'
import { MailRow } from '../row/MailRow'
import type { RowCommands } from '../row/RowActions'
import { type ListFocus, useActiveRow } from '../row/useActiveRow'
import { useSelecting } from '../selection/useSelecting'
import { useGridKeys } from './useGridKeys'
import { useHeldRows } from './useHeldRows'
import { usePrefetch } from './usePrefetch'
import { assumedHeight, useRowWindow } from './useRowWindow'
import { useStableCallback } from './useStableCallback'

type Props = {
  rows: readonly MailSummary[]
  query: ListQuery
  commandsOn: MailCommands['commandsOn']
  /** Of all pages. */
  total: number
  label: string
  openId: string | null
  isPhone: boolean
  /** A press selects instead of opening, and rows show checkboxes, as phones do when editing. */
  isSelecting: boolean
  focus: ListFocus
  /** Goes up when the top of the list is to be seen. */
  topTurn: number
  onOpen: (mail: MailSummary) => void
}

/** The picture of a row selects it, as the checkbox does that takes its place then. */
const isFace = (target: EventTarget) => target instanceof Element && target.closest('.mailbox-row-face') !== null

/** ARIA names the grid as the role of a table whose rows can be walked and selected; the linter takes tables for mere text. */
const gridRole = { role: 'grid', 'aria-multiselectable': true }
/** Pixels: at 1440 × 900 there is room for 20, 13 and 8 rows. */
const rowHeights = {
  desk: { compact: 36, cozy: 56, comfortable: 85 },
  phone: { compact: 48, cozy: 64, comfortable: 88 },
} as const

export function MailGrid({ rows, query, total, label, openId, isPhone, isSelecting, focus, topTurn, ...on }: Props) {
  const { t } = useTranslation(['mail'])
  const dispatch = useAppDispatch()
  const selected = new Set(useAppSelector(selectSelectedIds))
  const scroller = useRef<HTMLDivElement>(null)
  /** Why the active row is to get the focus. */
  const focusDue = useRef<'walk' | 'removal' | null>(null)
  const isBeforeFirst = useSetting('afterRemoval') === 'previous'
  const { index: activeIndex, activate } = useActiveRow(rows, { openId, isBeforeFirst, focus })
  const selecting = useSelecting(rows)
  const density = useSettingAtOnce('density')
  const rowHeight = rowHeights[isPhone ? 'phone' : 'desk'][density]
  const firstPlace = (query.page - 1) * query.pageSize + 1

  const virtualizer = useRowWindow({ rows, scroller, rowHeight, activeIndex, listOf: listKey(query) })
  useHeldRows(scroller)
  const inSight = virtualizer.range
  usePrefetch(rows, openId, { first: inSight?.startIndex ?? 0, last: inSight?.endIndex ?? -1 })
  useEffect(() => {
    if (topTurn === 0) return
    if (scroller.current !== null) scroller.current.scrollTop = 0
  }, [topTurn])

  useEffect(() => {
    if (focus.turn > 0) focusDue.current = focus.left.length > 0 ? 'removal' : 'walk'
  }, [focus])
  useEffect(() => {
    if (focusDue.current === null || activeIndex < 0) return
    // Rows that are pointed at stay under the pointer.
    if (focusDue.current === 'walk' || !isInSight(activeIndex)) virtualizer.scrollToIndex(activeIndex)
    focusDue.current = null
    scroller.current?.querySelector<HTMLElement>('tr[tabindex="0"]')?.focus({ preventScroll: true })
  })

  function isInSight(index: number): boolean {
    const { scrollTop = 0, clientHeight = 0 } = scroller.current ?? {}
    const middle = (index + 0.5) * rowHeight
    return middle >= scrollTop && middle <= scrollTop + clientHeight
  }

  function moveTo(index: number, extend: boolean) {
    const at = Math.min(Math.max(0, index), rows.length - 1)
    focusDue.current = 'walk'
    if (extend) selecting.extendTo(at, activeIndex)
    activate(at)
  }

  const handleKeyDown = useGridKeys({
    activeIndex,
    pageRows: Math.max(1, Math.floor((scroller.current?.clientHeight ?? assumedHeight) / rowHeight) - 1),
    lastIndex: rows.length - 1,
    onMove: moveTo,
    onOpen: (index) => {
      const mail = rows[index]
      if (mail !== undefined) on.onOpen(mail)
    },
    onToggle: selecting.toggle,
    onFlag: (index) => {
      const mail = rows[index]
      if (mail !== undefined) void dispatch(toggleFlag(mail))
    },
    onSelectAll: selecting.all,
    onSelectNone: selecting.none,
  })

  function rowOf(target: EventTarget): number {
    const row = target instanceof Element ? target.closest('[aria-rowindex]') : null
    return row === null ? -1 : Number(row.getAttribute('aria-rowindex')) - firstPlace
  }

  function handlePress(event: MouseEvent) {
    const index = rowOf(event.target)
    const mail = rows[index]
    if (mail === undefined) return
    const formerly = activeIndex
    activate(index)
    if (event.shiftKey) selecting.extendTo(index, formerly)
    else if (event.ctrlKey || event.metaKey || isSelecting || isFace(event.target)) selecting.toggle(index)
    else on.onOpen(mail)
  }

  const handleSelect = useStableCallback((place: number, { shiftKey }: MouseEvent) => {
    const index = place - firstPlace
    const formerly = activeIndex
    activate(index)
    if (shiftKey) selecting.extendTo(index, formerly)
    else selecting.toggle(index)
  })
  const handleAction = useStableCallback((mail: MailSummary, act: (of: RowCommands, mail: MailSummary) => void) =>
    act(
      on.commandsOn(() => [mail]),
      mail,
    ),
  )

  /** However the focus came, the keys act on the row that has it; a press decides for itself. */
  function handleFocus({ target }: FocusEvent) {
    const index = rowOf(target)
    if (target instanceof HTMLTableRowElement && target.matches(':focus-visible') && index !== activeIndex)
      activate(index)
  }

  return (
    <div className="mailbox-scroll" ref={scroller}>
      <table
        {...gridRole}
        aria-label={label}
        aria-description={t('mail:gridHint')}
        aria-rowcount={total}
        className={`mailbox-grid mailbox-grid-${density}`}
        style={{ blockSize: virtualizer.getTotalSize() }}
        onKeyDown={handleKeyDown}
        onClick={handlePress}
        onFocus={handleFocus}
      >
        <tbody>
          {virtualizer.getVirtualItems().map(({ index, start }) => {
            const mail = rows[index]
            if (mail === undefined) return null
            return (
              <MailRow
                key={rowKey(mail)}
                mail={mail}
                isFound={query.find !== undefined}
                place={firstPlace + index}
                isActive={index === activeIndex}
                isSelected={selected.has(mail.id)}
                isOpen={holdsMail(mail, openId)}
                face={isPhone && !isSelecting ? 'avatar' : 'checkbox'}
                top={start}
                height={rowHeight}
                onSelect={handleSelect}
                onAction={handleAction}
              />
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
