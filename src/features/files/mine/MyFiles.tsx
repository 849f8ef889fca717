/** My files: a folder, what a search found, or the trash (BEHAVIOUR §14). */
import MoreOutlined from '@ant-design/icons/es/icons/MoreOutlined'
import Button from 'antd/es/button'
import { type DragEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Reply } from '#contract/endpoint'
import { listFiles } from '#contract/endpoints/files/files'
import { type FileEntry, fileLimits } from '#contract/files/fileRules'
import { previewKind } from '#contract/mail/previews'
import { PageButtons } from '#src/components/antd/PageButtons'
import { lazyDialog } from '#src/components/lazy/lazyDialog'
import { Menu } from '#src/components/menu/Menu'
import { EmptyState } from '#src/components/state/EmptyState'
import { ErrorNote } from '#src/components/state/ErrorNote'
import { Skeleton } from '#src/components/state/Skeleton'
import { fileSize } from '#src/components/text/fileSize'
import { wholeNumber } from '#src/lib/i18n/wholeNumber'
import { type ReplyState, useReply } from '#src/store/ask'
import { selectQuota } from '#src/store/mail/quota'
import { loadQuota } from '#src/store/mail/quotaThunks'
import { useCursors } from '#src/store/pages'
import { useServices } from '#src/store/servicesContext'
import { useAppDispatch, useAppSelector } from '#src/store/typed'
import { Crumbs } from './Crumbs'
import { FilesBar } from './FilesBar'
import { FileTable } from './FileTable'
import { selectFiles } from './filesSlice'
import { droppedFiles, type PickedFile, takeFilesIn } from './fileUploads'
import { FileProgress, UploadPanel } from './UploadPanel'
import { type FileActions, useFileActions } from './useFileActions'
import { type FilesAddress, useFilesAddress } from './useFilesAddress'

const FilePreview = lazyDialog(async () => (await import('./FilePreview')).FilePreview)

const canPreview = ({ type, isFolder }: FileEntry) => !isFolder && previewKind(type) !== null

const nothing: ReadonlySet<string> = new Set()

export function MyFiles() {
  const { t } = useTranslation('files')
  const dispatch = useAppDispatch()
  const address = useFilesAddress()
  const { folder, view } = address
  const [layout, setLayout] = useLayout()
  const [chosen, setChosen] = useState(nothing)
  const isLeaving = useRef(false)
  const actions = useFileActions(folder, () => setChosen(nothing))
  const { answer, reply, pager } = useFilePage(address)
  const take = (files: readonly PickedFile[]) => void dispatch(takeFilesIn(folder, files))
  const drop = useDrop(take)
  return (
    <section
      className={drop.isOver && view === '' ? 'files-mine files-over' : 'files-mine'}
      aria-label={t('tabs.mine')}
      {...(view === '' && drop.handlers)}
    >
      <FilesBar address={address} actions={actions} layout={layout} onLayout={setLayout} onFiles={take} />
      <UploadPanel />
      <Heading address={address} reply={reply} />
      <Listing answer={answer} address={address}>
        {(shown) => (
          <ShownFiles
            reply={shown}
            address={address}
            layout={layout}
            actions={actions}
            chosen={chosen}
            isLeaving={isLeaving}
            onSelect={setChosen}
          />
        )}
      </Listing>
      {pager}
      <Quota />
      {actions.dialogs}
    </section>
  )
}

type ShownProps = {
  reply: Reply<typeof listFiles>
  address: FilesAddress
  layout: 'list' | 'grid'
  actions: FileActions
  chosen: ReadonlySet<string>
  isLeaving: RefObject<boolean>
  onSelect: (ids: ReadonlySet<string>) => void
}

/** The files of a page, what can be done with them, and the one that is looked at. */
function ShownFiles({ reply: { entries, path }, ...props }: ShownProps) {
  const { address, layout, actions, chosen, isLeaving, onSelect } = props
  const { t } = useTranslation('files')
  const { find, view } = address
  const [shown, setShown] = useState<FileEntry | null>(null)
  // Those that another page or search does not show are not meant.
  const selected = entries.filter(({ id }) => chosen.has(id))

  function handleOpen(entry: FileEntry) {
    if (view === 'trash') return
    if (entry.isFolder) address.go({ folder: entry.id, find: '' })
    else if (canPreview(entry)) setShown(entry)
    else actions.download([entry])
  }

  return (
    <>
      <SelectionBar selected={selected} view={view} actions={actions} />
      <FileTable
        entries={entries}
        label={find === '' ? (path.at(-1)?.name ?? t(view === 'trash' ? 'trash' : 'tabs.mine')) : t('found')}
        address={address}
        layout={layout}
        selected={new Set(selected.map(({ id }) => id))}
        isLeaving={isLeaving}
        onSelect={onSelect}
        onOpen={handleOpen}
        onKey={(key, meant) => {
          if (key === 'remove') (view === 'trash' ? actions.removeForGood : actions.remove)(meant)
          else if (view === '' && meant[0] !== undefined) actions.rename(meant[0])
        }}
        menuOf={(entry) => <RowMenu entry={entry} view={view} actions={actions} />}
      />
      {shown !== null && (
        <FilePreview
          entry={shown}
          entries={entries.filter(canPreview)}
          onShow={setShown}
          onDownload={(entry) => actions.download([entry])}
          onClose={() => setShown(null)}
        />
      )}
    </>
  )
}

/** As this browser showed files last. */
function useLayout() {
  const { stored } = useServices()
  const [layout, setLayout] = useState<'list' | 'grid'>(stored.get('filesLayout') === 'grid' ? 'grid' : 'list')
  const choose = (wanted: 'list' | 'grid') => {
    stored.set('filesLayout', wanted)
    setLayout(wanted)
  }
  return [layout, choose] as const
}

/** A page of files, asked for again after each change, and the way to the pages beside it. */
function useFilePage({ folder, find, view, sort, order }: FilesAddress) {
  const { t, i18n } = useTranslation('files')
  const { changes } = useAppSelector(selectFiles)
  const query = { folder, typed: find, trash: view === 'trash', sort, order }
  const cursors = useCursors(JSON.stringify(query))
  const answer = useReply(listFiles, { ...query, cursor: cursors.cursor }, String(changes))
  // What stood on the last page is gone: the one before it is the last.
  if (answer.state === 'answered' && answer.reply.entries.length === 0 && !cursors.isFirst) cursors.toPrevious()
  const reply = answer.state === 'answered' ? answer.reply : answer.last
  const first = cursors.before * fileLimits.pageRowsAsked
  const span = (count: number) => wholeNumber(count, i18n.language)
  const pager = (
    <PageButtons cursors={cursors} next={reply?.next}>
      <span>
        {reply !== null &&
          t('span', { from: span(first + 1), to: span(first + reply.entries.length), total: span(reply.total) })}
      </span>
    </PageButtons>
  )
  return { answer, reply, pager }
}

function useDrop(onFiles: (files: readonly PickedFile[]) => void) {
  const [isOver, setOver] = useState(false)
  return {
    isOver,
    handlers: {
      onDragOver: (event: DragEvent) => {
        if (!event.dataTransfer.types.includes('Files')) return
        event.preventDefault()
        setOver(true)
      },
      onDragLeave: () => setOver(false),
      onDrop: (event: DragEvent) => {
        setOver(false)
        if (!event.dataTransfer.types.includes('Files')) return
        event.preventDefault()
        void droppedFiles(event.dataTransfer).then(onFiles)
      },
    },
  }
}

function Heading({ address, reply }: { address: FilesAddress; reply: Reply<typeof listFiles> | null }) {
  const { t, i18n } = useTranslation('files')
  if (address.view === 'trash') return <p className="files-note">{t('trashHint')}</p>
  if (address.find !== '')
    return (
      <p className="files-note" aria-live="polite">
        {t('foundCount', { count: reply?.total ?? 0, shown: wholeNumber(reply?.total ?? 0, i18n.language) })}
      </p>
    )
  return <Crumbs label={t('path')} path={reply?.path ?? []} onGo={(folder) => address.go({ folder })} />
}

type ListingProps = {
  answer: ReplyState<typeof listFiles>
  address: FilesAddress
  children: (reply: Reply<typeof listFiles>) => ReactNode
}

/** The page as it was last answered, also while it is asked for again. */
function Listing({ answer, address, children }: ListingProps) {
  if (answer.state === 'failed') return <ErrorNote message={`errors:${answer.code}`} onRetry={answer.retry} />
  const reply = answer.state === 'answered' ? answer.reply : answer.last
  if (reply === null)
    return (
      <div aria-busy="true">
        <Skeleton lines={6} />
      </div>
    )
  return reply.entries.length === 0 ? <NoFiles address={address} /> : children(reply)
}

function NoFiles({ address: { view, find } }: { address: FilesAddress }) {
  const { t } = useTranslation('files')
  const which = view === 'trash' ? 'trash' : find === '' ? 'folder' : 'found'
  return <EmptyState title={t(`empty.${which}`)} hint={t(`empty.${which}Hint`)} />
}

type BarProps = { selected: readonly FileEntry[]; view: FilesAddress['view']; actions: FileActions }

/** What can be done with the selected ones; pressed with none, it says so. */
function SelectionBar({ selected, view, actions }: BarProps) {
  const { t } = useTranslation('files')
  const names =
    view === 'trash'
      ? (['restore', 'removeForGood'] as const)
      : (['download', 'share', 'move', 'copy', 'remove'] as const)
  return (
    <div className="files-selection">
      <span className="files-selection-count" aria-live="polite">
        {selected.length > 0 && t('selected', { count: selected.length })}
      </span>
      {names.map((name) => (
        <Button key={name} size="small" onClick={() => actions[name](selected)}>
          {t(name)}
        </Button>
      ))}
      {view === 'trash' && (
        <Button size="small" danger onClick={actions.emptyTrash}>
          {t('emptyTrash')}
        </Button>
      )}
    </div>
  )
}

function RowMenu({ entry, view, actions }: { entry: FileEntry; view: FilesAddress['view']; actions: FileActions }) {
  const { t } = useTranslation('files')
  const item = (key: 'download' | 'share' | 'move' | 'copy' | 'remove' | 'restore' | 'removeForGood') => ({
    key,
    label: t(key),
    onChoose: () => actions[key]([entry]),
  })
  const rename = { key: 'rename', label: t('rename'), onChoose: () => actions.rename(entry) }
  const items =
    view === 'trash'
      ? [item('restore'), item('removeForGood')]
      : [item('download'), item('share'), rename, item('move'), item('copy'), item('remove')]
  return (
    <Menu label={t('actionsOf', { name: entry.name })} items={items} align="end">
      <MoreOutlined aria-hidden />
    </Menu>
  )
}

/** Mail and files share one room. */
function Quota() {
  const { t, i18n } = useTranslation('files')
  const { changes } = useAppSelector(selectFiles)
  const dispatch = useAppDispatch()
  const last = useAppSelector(selectQuota)
  useEffect(() => {
    // What it says is the sidebar's as well.
    if (changes >= 0) void dispatch(loadQuota())
  }, [dispatch, changes])
  if (last === null) return null
  const [used, limit] = [last.used, last.limit].map((bytes) => fileSize(bytes, i18n.language))
  return (
    <div className="files-quota">
      <span>{t('quota', { used, limit })}</span>
      <span className="files-quota-bar">
        <FileProgress
          percent={last.limit > 0 ? Math.min(100, Math.round((last.used / last.limit) * 100)) : 100}
          size="small"
          showInfo={false}
          aria-label={t('quotaName')}
        />
      </span>
    </div>
  )
}
