/** A page of files, as rows or as tiles; arrows walk (ARIA grid). */
import CaretDownOutlined from '@ant-design/icons/es/icons/CaretDownOutlined'
import CaretUpOutlined from '@ant-design/icons/es/icons/CaretUpOutlined'
import FileOutlined from '@ant-design/icons/es/icons/FileOutlined'
import FolderFilled from '@ant-design/icons/es/icons/FolderFilled'
import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import { fileThumbnail } from '#contract/endpoints/files/transfers'
import type { FileEntry, FileSort } from '#contract/files/fileRules'
import { previewKind } from '#contract/mail/previews'
import { fileSize } from '#src/components/text/fileSize'
import { fullDate, minuteDate } from '#src/components/text/mailDate'
import { useServices } from '#src/store/servicesContext'
import { useTicket } from '#src/store/session/useTicket'
import type { FilesAddress } from './useFilesAddress'

type Props = {
  entries: readonly FileEntry[]
  label: string
  address: FilesAddress
  layout: 'list' | 'grid'
  selected: ReadonlySet<string>
  /** Whether a key here has begun what takes the focused row away, and maybe this table. */
  isLeaving: RefObject<boolean>
  onSelect: (ids: ReadonlySet<string>) => void
  onOpen: (entry: FileEntry) => void
  /** F2, and Delete: of what is selected, else of the active row. */
  onKey: (key: 'rename' | 'remove', entries: readonly FileEntry[]) => void
  /** What stands at the end of a row. */
  menuOf: (entry: FileEntry) => ReactNode
}

/** The role of a table whose rows can be walked; the linter takes tables for mere text. */
const gridRole = { role: 'grid', 'aria-multiselectable': true }

function tilesPerLine(table: HTMLElement | null): number {
  const rows = [...(table?.querySelectorAll<HTMLElement>('tbody tr') ?? [])]
  const top = rows[0]?.offsetTop
  return Math.max(1, rows.filter(({ offsetTop }) => offsetTop === top).length)
}

type Walk = { readonly active: number; readonly line: number; readonly last: number }

/** Which row a key leads to. */
function stepTo(key: string, { active, line, last }: Walk): number | undefined {
  const steps: Readonly<Record<string, number>> = {
    ArrowDown: active + line,
    ArrowUp: active - line,
    ...(line > 1 && { ArrowRight: active + 1, ArrowLeft: active - 1 }),
    PageDown: active + 10 * line,
    PageUp: active - 10 * line,
    Home: 0,
    End: last,
  }
  return steps[key]
}

/** The row that something stands in, from 0; not a number outside the rows. */
const placeOf = (target: Element) => Number(target.closest('tbody tr')?.getAttribute('aria-rowindex')) - 2

/** The row that Tab leads to, and when it is to have the focus. */
function useActiveRow({ entries, isLeaving }: Pick<Props, 'entries' | 'isLeaving'>) {
  const [{ id: activeId, at: activeAt }, setActive] = useState({ id: '', at: 0 })
  /** Goes up when the active row is to have the focus. */
  const [focusTurn, setFocusTurn] = useState(0)
  const found = entries.findIndex(({ id }) => id === activeId)
  const active = found < 0 ? Math.min(activeAt, entries.length - 1) : found
  const setActiveId = (id: string, at = 0) => setActive({ id, at })
  const stay = useEffectEvent(() => {
    if (isLeaving.current && document.activeElement === document.body) setFocusTurn(focusTurn + 1)
    isLeaving.current = false
  })
  useEffect(() => {
    if (entries.length > 0) stay()
  }, [entries])
  return { active, setActiveId, focusTurn, takeFocus: () => setFocusTurn(focusTurn + 1) }
}

/** What keys and presses do with rows. */
function useRowActions(props: Props, table: () => HTMLElement | null) {
  const { entries, layout, selected, isLeaving, onSelect, onOpen, onKey } = props
  const { active, setActiveId, focusTurn, takeFocus } = useActiveRow(props)

  function select(at: number, isRange: boolean) {
    const id = entries[at]?.id
    if (id === undefined) return
    const next = new Set(selected)
    if (isRange) for (const one of entries.slice(Math.min(active, at), Math.max(active, at) + 1)) next.add(one.id)
    else if (!next.delete(id)) next.add(id)
    setActiveId(id)
    onSelect(next)
  }

  function moveTo(at: number, isRange: boolean) {
    const target = Math.min(Math.max(0, at), entries.length - 1)
    takeFocus()
    if (isRange) select(target, true)
    else setActiveId(entries[target]?.id ?? '')
  }

  function remove(here: number, meant: readonly FileEntry[]) {
    setActiveId(entries[here]?.id ?? '', here)
    onKey('remove', meant)
  }

  function handleKeyDown(event: KeyboardEvent) {
    // What stands in a row has keys of its own.
    if (!(event.target instanceof Element) || event.target.closest('.files-row-menu') !== null) return
    const here = placeOf(event.target)
    const entry = entries[here]
    if (entry === undefined) return
    const line = layout === 'list' ? 1 : tilesPerLine(table())
    const step = stepTo(event.key, { active: here, line, last: entries.length - 1 })
    const meant = selected.has(entry.id) ? entries.filter(({ id }) => selected.has(id)) : [entry]
    isLeaving.current = event.key === 'Enter' || event.key === 'Delete'
    if (step !== undefined) moveTo(step, event.shiftKey)
    else if (event.key === 'Enter') onOpen(entry)
    else if (event.key === ' ') select(here, event.shiftKey)
    else if (event.key === 'F2') onKey('rename', [entry])
    else if (event.key === 'Delete' && !event.repeat) remove(here, meant)
    else if (event.key === 'a' && (event.ctrlKey || event.metaKey)) onSelect(new Set(entries.map(({ id }) => id)))
    else return
    event.preventDefault()
  }

  function handlePress(event: MouseEvent) {
    if (!(event.target instanceof Element) || event.target.closest('.files-row-menu') !== null) return
    const at = placeOf(event.target)
    const entry = entries[at]
    if (entry === undefined) return
    const isBox = event.target.closest('.files-row-box') !== null
    if (isBox || event.shiftKey || event.ctrlKey || event.metaKey) return select(at, event.shiftKey)
    setActiveId(entry.id)
    onOpen(entry)
  }

  return { active, focusTurn, handleKeyDown, handlePress }
}

export function FileTable(props: Props) {
  const { entries, label, address, layout, selected, menuOf, onSelect } = props
  const { t } = useTranslation('files')
  const table = useRef<HTMLTableElement>(null)
  const { active, focusTurn, ...actions } = useRowActions(props, () => table.current)
  const focus = useEffectEvent(() => {
    table.current?.querySelector<HTMLElement>('tr[tabindex="0"]')?.focus()
  })
  useEffect(() => {
    if (focusTurn > 0) focus()
  }, [focusTurn])
  const sid = useTicket()
  const areAll = entries.every(({ id }) => selected.has(id))
  const handleAll = () => onSelect(new Set(areAll ? [] : entries.map(({ id }) => id)))

  return (
    <table
      {...gridRole}
      ref={table}
      aria-label={label}
      aria-description={t('gridHint')}
      aria-rowcount={entries.length + 1}
      className={`files-table files-${layout}`}
      onKeyDown={actions.handleKeyDown}
      onClick={actions.handlePress}
    >
      <TableHead address={address} areAll={areAll} onAll={handleAll} />
      <tbody>
        {entries.map((entry, at) => (
          <FileLine
            key={entry.id}
            entry={entry}
            sid={sid}
            place={at + 2}
            isActive={at === active}
            isSelected={selected.has(entry.id)}
            menu={menuOf(entry)}
          />
        ))}
      </tbody>
    </table>
  )
}

function TableHead({ address, areAll, onAll }: { address: FilesAddress; areAll: boolean; onAll: () => void }) {
  const { t } = useTranslation('files')
  return (
    <thead>
      <tr aria-rowindex={1}>
        <th scope="col" className="files-row-box">
          <input
            type="checkbox"
            className="ep-checkbox"
            aria-label={t('selectAll')}
            checked={areAll}
            onChange={onAll}
          />
        </th>
        <SortHeader sort="name" address={address} />
        <SortHeader sort="size" address={address} />
        <SortHeader sort="kind" address={address} />
        <SortHeader sort="date" address={address} />
        <th scope="col" className="files-row-menu">
          <span className="visually-hidden">{t('actions')}</span>
        </th>
      </tr>
    </thead>
  )
}

function SortHeader({ sort, address }: { sort: FileSort; address: FilesAddress }) {
  const { t } = useTranslation('files')
  const isSorted = address.view === '' && address.sort === sort
  const isUp = address.order === 'asc'
  const text = sort === 'date' && address.view === 'trash' ? t('goes') : t(`sorts.${sort}`)
  return (
    <th
      scope="col"
      className={`files-row-${sort}`}
      aria-sort={isSorted ? (isUp ? 'ascending' : 'descending') : undefined}
    >
      {address.view === 'trash' ? (
        text
      ) : (
        <button
          type="button"
          className="files-sort"
          onClick={() => address.go({ sort, order: isSorted && isUp ? 'desc' : 'asc' }, true)}
        >
          {text}
          {isSorted && (isUp ? <CaretUpOutlined aria-hidden /> : <CaretDownOutlined aria-hidden />)}
        </button>
      )}
    </th>
  )
}

/** What a file is, in the words of the list. */
export const kindOf = ({ isFolder, type }: Pick<FileEntry, 'isFolder' | 'type'>): string =>
  isFolder ? 'folder' : (previewKind(type) ?? 'other')

/** A small picture, and the icon where there is none. */
function Thumbnail({ id, sid }: { id: string; sid: string }) {
  const { linkTo } = useServices()
  const newest = linkTo(fileThumbnail, { sid, id })
  // A ticket that is renewed must not fetch all of them anew.
  const [link, setLink] = useState(newest)
  const [isThere, setThere] = useState(true)
  if (!isThere) return <FileOutlined />
  return (
    <img
      className="files-row-picture"
      src={link}
      alt=""
      loading="lazy"
      referrerPolicy="no-referrer"
      onError={() => (link === newest ? setThere(false) : setLink(newest))}
    />
  )
}

type LineProps = {
  entry: FileEntry
  /** Of a download ticket; null until there is one. */
  sid: string | null
  /** 1-based, after the headers. */
  place: number
  isActive: boolean
  isSelected: boolean
  menu: ReactNode
}

function FileLine({ entry, sid, place, isActive, isSelected, menu }: LineProps) {
  const { t, i18n } = useTranslation('files')
  const { name, isFolder, size, changedAt, goesAt = changedAt } = entry
  const kind = t(`kinds.${kindOf(entry)}`)
  const readSize = isFolder ? '' : fileSize(size, i18n.language)
  return (
    <tr
      className={isSelected ? 'files-row files-row-selected' : 'files-row'}
      aria-label={[name, kind, readSize].filter(Boolean).join(t('comma'))}
      aria-rowindex={place}
      aria-selected={isSelected}
      tabIndex={isActive ? 0 : -1}
    >
      <td className="files-row-box">
        <input
          type="checkbox"
          className="ep-checkbox"
          tabIndex={-1}
          checked={isSelected}
          aria-label={t('select', { name })}
          readOnly
        />
      </td>
      <td className="files-row-name">
        <span className="files-row-icon" data-kind={kindOf(entry)} aria-hidden="true">
          {isFolder ? (
            <FolderFilled />
          ) : kindOf(entry) === 'picture' && sid !== null ? (
            <Thumbnail id={entry.id} sid={sid} />
          ) : (
            <FileOutlined />
          )}
        </span>
        <bdi title={name}>{name}</bdi>
      </td>
      <td className="files-row-size">{readSize}</td>
      <td className="files-row-kind">{kind}</td>
      <td className="files-row-date" title={fullDate(goesAt, i18n.language)}>
        {minuteDate(goesAt, i18n.language)}
      </td>
      <td className="files-row-menu">{menu}</td>
    </tr>
  )
}
