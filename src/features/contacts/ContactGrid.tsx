/** The rows below their letters, those in sight in the document; arrows walk (ARIA grid). */
import StarFilled from '@ant-design/icons/es/icons/StarFilled'
import { defaultRangeExtractor, observeElementRect, useVirtualizer } from '@tanstack/react-virtual'
import {
  type DragEvent,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useCallback,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import { letterOf } from '#contract/contacts/detailsRules'
import { Avatar } from '#src/components/brand/Avatar'
import { useAppDispatch } from '#src/store/typed'
import { deleteContacts } from './contactChanges'
import type { ListedContact } from './contactsSlice'
import { dragKind } from './GroupRail'

type Props = {
  rows: readonly ListedContact[]
  label: string
  /** In the order of names, so that letters lead to them. */
  isInOrder: boolean
  openId: string
  selected: ReadonlySet<string>
  onSelect: (ids: ReadonlySet<string>) => void
  onOpen: (id: string) => void
}

type Item = { readonly letter: string } | { readonly contact: ListedContact; readonly at: number }

const heights = { letter: 28, row: 63 }
/** Taken for the list's height while it has none, such as before the first layout. */
const heightWithout = 800

/** The role of a table whose rows can be walked; the linter takes tables for mere text. */
const gridRole = { role: 'grid', 'aria-multiselectable': true }

function itemsOf(rows: readonly ListedContact[], isInOrder: boolean): readonly Item[] {
  let last = ''
  return rows.flatMap((contact, at): readonly Item[] => {
    const letter = isInOrder ? letterOf(contact.sortKey) : last
    if (letter === last) return [{ contact, at }]
    last = letter
    return [{ letter }, { contact, at }]
  })
}

/** Which items stand in the document. */
function useItemWindow(items: readonly Item[], activeItem: number, scroller: RefObject<HTMLDivElement | null>) {
  // Another one has all heights computed again.
  const keyOf = useCallback(
    (index: number) => {
      const item = items[index]
      return item === undefined ? index : 'letter' in item ? item.letter : item.contact.id
    },
    [items],
  )
  return useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (items[index] !== undefined && 'letter' in items[index] ? heights.letter : heights.row),
    getItemKey: keyOf,
    overscan: 6,
    initialRect: { width: 0, height: heightWithout },
    observeElementRect: (instance, report) =>
      observeElementRect(instance, (rect) => report(rect.height > 0 ? rect : { ...rect, height: heightWithout })),
    // The active row stays in the document, so that the Tab key always finds the list.
    rangeExtractor: (range) => [...new Set([activeItem, ...defaultRangeExtractor(range)])].sort((a, b) => a - b),
  })
}

/** The active row, and what keys and presses do with it. */
function useRowActions(
  { rows, openId, selected, onSelect, onOpen }: Props,
  scroller: RefObject<HTMLDivElement | null>,
) {
  const dispatch = useAppDispatch()
  const [activeId, setActiveId] = useState(openId)
  /** Goes up when the active row is to have the focus. */
  const [focusTurn, setFocusTurn] = useState(0)
  const active = Math.max(
    0,
    rows.findIndex(({ id }) => id === activeId),
  )

  function select(at: number, isRange: boolean) {
    const id = rows[at]?.id
    if (id === undefined) return
    const next = new Set(selected)
    if (isRange) for (const one of rows.slice(Math.min(active, at), Math.max(active, at) + 1)) next.add(one.id)
    else if (!next.delete(id)) next.add(id)
    setActiveId(id)
    onSelect(next)
  }

  function moveTo(at: number, isRange: boolean) {
    const target = Math.min(Math.max(0, at), rows.length - 1)
    setFocusTurn(focusTurn + 1)
    if (isRange) select(target, true)
    else setActiveId(rows[target]?.id ?? '')
  }

  function handleKeyDown(event: KeyboardEvent) {
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? heightWithout) / heights.row) - 1)
    const steps: Readonly<Record<string, number>> = {
      ArrowDown: active + 1,
      ArrowUp: active - 1,
      PageDown: active + page,
      PageUp: active - page,
      Home: 0,
      End: rows.length - 1,
    }
    const id = rows[active]?.id ?? ''
    const step = steps[event.key]
    if (step !== undefined) moveTo(step, event.shiftKey)
    else if (event.key === 'Enter') onOpen(id)
    else if (event.key === ' ') select(active, event.shiftKey)
    else if (event.key === 'Delete') void dispatch(deleteContacts(selected.has(id) ? [...selected] : [id]))
    else if (event.key === 'a' && (event.ctrlKey || event.metaKey)) onSelect(new Set(rows.map((row) => row.id)))
    else return
    event.preventDefault()
  }

  const placeOf = (target: EventTarget) =>
    Number((target instanceof Element ? target.closest('[aria-rowindex]') : null)?.getAttribute('aria-rowindex')) - 1

  function handlePress(event: MouseEvent) {
    const at = placeOf(event.target)
    const row = rows[at]
    if (row === undefined) return
    const isBox = event.target instanceof Element && event.target.closest('.contacts-row-face') !== null
    if (isBox || event.shiftKey || event.ctrlKey || event.metaKey) return select(at, event.shiftKey)
    setActiveId(row.id)
    onOpen(row.id)
  }

  function handleDragStart(event: DragEvent) {
    const id = rows[placeOf(event.target)]?.id
    if (id === undefined) return
    event.dataTransfer.effectAllowed = 'copy'
    event.dataTransfer.setData(dragKind, JSON.stringify(selected.has(id) ? [...selected] : [id]))
  }

  return { active, focusTurn, handleKeyDown, handlePress, handleDragStart }
}

export function ContactGrid(props: Props) {
  const { rows, label, isInOrder, openId, selected } = props
  const { t } = useTranslation('contacts')
  const scroller = useRef<HTMLDivElement>(null)
  const { active, focusTurn, ...actions } = useRowActions(props, scroller)
  const items = useMemo(() => itemsOf(rows, isInOrder), [rows, isInOrder])
  const activeItem = items.findIndex((item) => 'contact' in item && item.at === active)
  const virtualizer = useItemWindow(items, activeItem, scroller)
  const focus = useEffectEvent(() => {
    virtualizer.scrollToIndex(activeItem)
    scroller.current?.querySelector<HTMLElement>('tr[tabindex="0"]')?.focus({ preventScroll: true })
  })
  useEffect(() => {
    if (focusTurn > 0) focus()
  }, [focusTurn])

  return (
    <div className="contacts-body">
      <div className="contacts-scroll" ref={scroller}>
        <table
          {...gridRole}
          aria-label={label}
          aria-description={t('gridHint')}
          aria-rowcount={rows.length}
          className="contacts-grid"
          style={{ blockSize: virtualizer.getTotalSize() }}
          onKeyDown={actions.handleKeyDown}
          onClick={actions.handlePress}
          onDragStart={actions.handleDragStart}
        >
          <tbody>
            {virtualizer.getVirtualItems().map(({ index, start }) => {
              const item = items[index]
              if (item === undefined) return null
              if ('letter' in item) return <LetterRow key={item.letter} letter={item.letter} top={start} />
              return (
                <ContactLine
                  key={item.contact.id}
                  contact={item.contact}
                  place={item.at + 1}
                  isActive={item.at === active}
                  isOpen={item.contact.id === openId}
                  isSelected={selected.has(item.contact.id)}
                  top={start}
                />
              )
            })}
          </tbody>
        </table>
      </div>
      <LetterIndex items={items} onChoose={(index) => virtualizer.scrollToIndex(index, { align: 'start' })} />
    </div>
  )
}

/** Leads to the rows of a letter. */
function LetterIndex({ items, onChoose }: { items: readonly Item[]; onChoose: (index: number) => void }) {
  const { t } = useTranslation('contacts')
  const letters = items.flatMap((item, index) => ('letter' in item ? { letter: item.letter, index } : []))
  if (letters.length < 2) return null
  return (
    <nav className="contacts-letters" aria-label={t('index')}>
      {letters.map(({ letter, index }) => (
        <button key={letter} type="button" aria-label={t('indexTo', { letter })} onClick={() => onChoose(index)}>
          {letter}
        </button>
      ))}
    </nav>
  )
}

/** Read aloud by nobody: each row says its name, and the index its letters. */
function LetterRow({ letter, top }: { letter: string; top: number }) {
  return (
    <tr className="contacts-letter" style={{ transform: `translateY(${top}px)` }}>
      <td aria-hidden="true">{letter}</td>
    </tr>
  )
}

type LineProps = {
  contact: ListedContact
  /** 1-based among all rows. */
  place: number
  isActive: boolean
  isOpen: boolean
  isSelected: boolean
  /** Pixels from the list's beginning. */
  top: number
}

function ContactLine({ contact: { name, email, starred }, place, isActive, isOpen, isSelected, top }: LineProps) {
  const { t } = useTranslation('contacts')
  const classes = ['contacts-row']
  if (isOpen || isSelected) classes.push('contacts-row-marked')
  if (isSelected) classes.push('contacts-row-selected')
  return (
    <tr
      className={classes.join(' ')}
      aria-label={t(starred ? 'rowStarred' : 'row', { name, email })}
      aria-rowindex={place}
      aria-selected={isSelected}
      aria-current={isOpen || undefined}
      tabIndex={isActive ? 0 : -1}
      draggable
      style={{ transform: `translateY(${top}px)` }}
    >
      <td className="contacts-row-face">
        <Avatar name={name} size={36} />
        <input
          type="checkbox"
          className="ep-checkbox"
          tabIndex={-1}
          checked={isSelected}
          aria-label={t('select', { name })}
          readOnly
        />
      </td>
      <td className="contacts-row-text">
        <bdi className="contacts-row-name">{name}</bdi>
        <bdi className="contacts-row-email">{email}</bdi>
      </td>
      <td className="contacts-row-star">{starred && <StarFilled title={t('starred')} aria-hidden />}</td>
    </tr>
  )
}
