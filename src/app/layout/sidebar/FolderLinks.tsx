import ClockCircleOutlined from '@ant-design/icons/es/icons/ClockCircleOutlined'
import DeleteOutlined from '@ant-design/icons/es/icons/DeleteOutlined'
import FileTextOutlined from '@ant-design/icons/es/icons/FileTextOutlined'
import FlagOutlined from '@ant-design/icons/es/icons/FlagOutlined'
import FolderOutlined from '@ant-design/icons/es/icons/FolderOutlined'
import HistoryOutlined from '@ant-design/icons/es/icons/HistoryOutlined'
import InboxOutlined from '@ant-design/icons/es/icons/InboxOutlined'
import PaperClipOutlined from '@ant-design/icons/es/icons/PaperClipOutlined'
import SendOutlined from '@ant-design/icons/es/icons/SendOutlined'
import SettingOutlined from '@ant-design/icons/es/icons/SettingOutlined'
import StopOutlined from '@ant-design/icons/es/icons/StopOutlined'
import TeamOutlined from '@ant-design/icons/es/icons/TeamOutlined'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, NavLink, useLocation } from 'react-router-dom'
import { type RouteId, routeIds, routeTable, type SideTool } from '#contract/routes'
import { type Folder, folderViews } from '#contract/shapes'
import { ArchiveIcon } from '#src/components/icons/mailIcons'
import { lazyPiece } from '#src/components/lazy/lazyPiece'
import { ErrorNote } from '#src/components/state/ErrorNote'
import { minuteDate } from '#src/components/text/mailDate'
import { wholeNumber } from '#src/lib/i18n/wholeNumber'
import { selectFolderStatus, selectFolders, selectFoldersCachedAt } from '#src/store/mail/folders'
import { isOwn } from '#src/store/mail/foldersInOrder'
import { loadFolders } from '#src/store/mail/folderThunks'
import { pathTo, pathToFolder } from '#src/store/routes/pathTo'
import { useRouteSpec } from '#src/store/routes/useRouteSpec'
import { useSetting } from '#src/store/settings/useSetting'
import { useAppDispatch, useAppSelector } from '#src/store/typed'

/** In the order of the sidebar; the last two stand there only while they hold something. */
const icons: Readonly<Record<string, ReactNode>> = {
  inbox: <InboxOutlined />,
  flag: <FlagOutlined />,
  draft: <FileTextOutlined />,
  sent: <SendOutlined />,
  archive: <ArchiveIcon />,
  deleted: <DeleteOutlined />,
  junk: <StopOutlined />,
  scheduled: <ClockCircleOutlined />,
  outbox: <ClockCircleOutlined />,
}
/** Of these all that they hold is counted, as nothing in them is unread. */
const countedWhole: Readonly<Record<string, 'drafts' | 'waitingMails'>> = {
  draft: 'drafts',
  scheduled: 'waitingMails',
  outbox: 'waitingMails',
}
const onlyViews: readonly string[] = folderViews

/** Menus and the tree come when they can: until then there are the links. */
const OwnFolders = lazyPiece(async () => (await import('#src/features/folders')).OwnFolders)
const FolderMenu = lazyPiece(async () => (await import('#src/features/folders')).FolderMenu, 'button')

type LinkProps = {
  id: string
  name: string
  icon: ReactNode
  count: number
  /** What is counted. */
  counted?: 'unread' | 'drafts' | 'waitingMails' | undefined
}

function FolderLink({ id, name, icon, count, counted = 'unread' }: LinkProps) {
  const { t, i18n } = useTranslation('layout')
  return (
    <NavLink className="layout-folder" to={pathToFolder(id)} title={name}>
      <span aria-hidden="true">{icon}</span>
      <span className="layout-folder-name">{name}</span>
      {count > 0 && (
        <span className="layout-folder-count">
          <span aria-hidden="true">{wholeNumber(count, i18n.language)}</span>
          <span className="visually-hidden">{t(counted, { count })}</span>
        </span>
      )}
    </NavLink>
  )
}

const toolIcons: Readonly<Record<SideTool, ReactNode>> = {
  recovery: <HistoryOutlined />,
  contacts: <TeamOutlined />,
  files: <PaperClipOutlined />,
  settings: <SettingOutlined />,
}

/** The first route of each place beside the folders. */
const tools = routeIds.flatMap((id) => {
  const { tool, title } = routeTable[id]
  const first = routeIds.find((other) => routeTable[other].tool === tool)
  return tool === undefined || id !== first ? [] : [{ id, title, tool }]
})

/** Leads to a place beside the folders, and shows where one is on any of its pages. */
function ToolLink({ id, title, tool }: { id: RouteId; title: string; tool: SideTool }) {
  const { t } = useTranslation('titles')
  const isThere = useRouteSpec().tool === tool
  return (
    <Link
      className={isThere ? 'layout-folder active' : 'layout-folder'}
      to={pathTo(id)}
      title={t(title)}
      aria-current={isThere ? 'page' : undefined}
    >
      <span aria-hidden="true">{toolIcons[tool]}</span>
      <span className="layout-folder-name">{t(title)}</span>
    </Link>
  )
}

function FolderHeading({ name }: { name: string }) {
  return (
    <span className="layout-folder layout-folder-only" title={name}>
      <span aria-hidden="true">
        <FolderOutlined />
      </span>
      <span className="layout-folder-name">{name}</span>
    </span>
  )
}

/** Milliseconds beyond the time for Undo in which a sent message leaves the outbox. */
const leavesMs = 3_000

/** Whether more is in the outbox than what waits for an Undo, which comes and goes. */
function useStaysInOutbox(total: number): boolean {
  const undoMs = Number(useSetting('undoSend')) * 1_000
  const isOpen = useLocation().pathname.startsWith(pathToFolder('outbox'))
  const isFull = total > 0
  // Who opens the folders finds what is there; only what comes later may leave by itself.
  const [stays, setStays] = useState(isFull)
  useEffect(() => {
    if (!isFull) return setStays(false)
    const timer = setTimeout(() => setStays(true), undoMs + leavesMs)
    return () => clearTimeout(timer)
  }, [isFull, undoMs])
  return isFull && (stays || isOpen)
}

/** Folders with their unread counts; the system's are there even before the gateway has answered. */
export function FolderLinks() {
  const { t, i18n } = useTranslation('layout')
  const dispatch = useAppDispatch()
  const folders = useAppSelector(selectFolders)
  const keptAt = useAppSelector(selectFoldersCachedAt)
  const status = useAppSelector(selectFolderStatus)
  const found = (id: string) => folders.find((folder) => folder.id === id)
  const hasOutbox = useStaysInOutbox(found('outbox')?.total ?? 0)
  const hasScheduled = (found('scheduled')?.total ?? 0) > 0
  const isThere: Readonly<Record<string, boolean>> = { scheduled: hasScheduled, outbox: hasOutbox }
  const shown = Object.keys(icons).filter((id) => isThere[id] ?? true)
  const own = folders.filter(({ id }) => isOwn(id))
  return (
    <nav className="layout-folders" aria-label={t('mailNavigation')}>
      <ul>
        {shown.map((id) => (
          <li key={id} className="layout-folder-line">
            <FolderLink
              id={id}
              name={t(`folders.${id}`)}
              icon={icons[id]}
              count={(countedWhole[id] === undefined ? found(id)?.unread : found(id)?.total) ?? 0}
              counted={countedWhole[id]}
            />
            <SystemMenu folder={found(id)} />
          </li>
        ))}
        {tools.map(({ id, title, tool }) => (
          <li key={id} className="layout-folder-line">
            <ToolLink id={id} title={title} tool={tool} />
          </li>
        ))}
      </ul>
      <OwnFolders link={ownLink} waiting={<PlainFolders folders={own} />} without={<PlainFolders folders={own} />} />
      {keptAt !== null && <p className="layout-as-of">{t('asOf', { time: minuteDate(keptAt, i18n.language) })}</p>}
      {status === 'failed' && keptAt === null && (
        <ErrorNote message="layout:foldersFailed" onRetry={() => dispatch(loadFolders())} />
      )}
    </nav>
  )
}

/** What only holds other folders is a heading over them: there is nothing in it to go to. */
function ownLink({ id, name, holdsMail }: Folder, unread: number) {
  if (holdsMail === false) return <FolderHeading name={name} />
  return <FolderLink id={id} name={name} icon={<FolderOutlined />} count={unread} />
}

/** A view has no mail of its own to be emptied or marked. */
function SystemMenu({ folder }: { folder: Folder | undefined }) {
  if (folder === undefined || onlyViews.includes(folder.id)) return null
  return <FolderMenu folder={folder} />
}

function PlainFolders({ folders }: { folders: readonly Folder[] }) {
  const { t } = useTranslation('layout')
  if (folders.length === 0) return null
  return (
    <>
      <h2 className="layout-folders-heading">{t('ownFolders')}</h2>
      <ul>
        {folders.map((folder) => (
          <li key={folder.id} className="layout-folder-line">
            {ownLink(folder, folder.unread)}
          </li>
        ))}
      </ul>
    </>
  )
}
