/** A folder's list with the reader or the composer beside it. */
import { type ReactNode, useEffect, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useOutlet } from 'react-router-dom'
import { useIsAtMost } from '../../components/browser/useMediaQuery'
import { lazyDialog } from '../../components/lazy/lazyDialog'
import { EmptyState } from '../../components/state/EmptyState'
import type { MailSummary } from '../../contract/shapes'
import { selectFolders } from '../../store/mail/folders'
import { pathToMail, pathToWrite } from '../../store/routes/pathTo'
import { useHasPane } from '../../store/settings/useSetting'
import { useWrite } from '../../store/shell/useWrite'
import { useAppDispatch, useAppSelector } from '../../store/typed'
import { ActionDialogs } from './actions/ActionDialogs'
import { useMailCommands } from './actions/useMailCommands'
import { isOwnMail } from './folderAbilities'
import { folderName } from './folderNames'
import { ListBody } from './list/ListBody'
import { ListHeader } from './list/ListHeader'
import { ListPager } from './list/ListPager'
import { MailGrid } from './list/MailGrid'
import { NewMailPill } from './list/NewMailPill'
import { useListQuery } from './list/useListQuery'
import { useSearchProgress } from './list/useSearchProgress'
import { type Find, listKey, listSearch, pageCount } from './listData/listQuery'
import type { MailList } from './listData/listRows'
import { openFolder, refreshByHand } from './listData/listThunks'
import { selectIsWhole, selectList, selectSelectedIds } from './mailboxSelectors'
import { listLeft, selectionChanged, selectionToggled } from './mailboxSlice'
import { PaneDivider } from './pane/PaneDivider'
import type { ListFocus } from './row/useActiveRow'
import { ListBanners } from './selection/ListBanners'
import { ListMenu } from './toolbar/ListMenu'
import { ListToolbar } from './toolbar/ListToolbar'
import { useRowPointing } from './touch/useRowPointing'
import { usePageKeys } from './usePageKeys'
import './MailboxPage.css'

const ShortcutsDialog = lazyDialog(async () => (await import('../shortcuts')).ShortcutsDialog)

const noRows: readonly MailSummary[] = []

/** What the list offers to the page beside it. */
export type BesideList = {
  /** The focus goes to the row that stands for those that left. */
  readonly onLeave: () => void
}

/** Mails that were searched for, in place of a folder's. */
export type Found = {
  readonly find: Find
  readonly title: string
  /** Above the rows. */
  readonly head: (list: Pick<MailList, 'total' | 'goesOn' | 'status'> | undefined) => ReactNode
  /** Where nothing was found. */
  readonly empty: ReactNode
}

export function MailboxPage({ found }: { found?: Found }) {
  const { t } = useTranslation(['mail'])
  const dispatch = useAppDispatch()
  const navigate = useNavigate()
  const { write } = useWrite()
  const listId = useId()
  const isPhone = useIsAtMost('tablet')
  const [isEditing, setEditing] = useState(false)
  const [areKeysShown, setKeysShown] = useState(false)
  const [focus, setFocus] = useState<ListFocus>({ turn: 0, left: noRows })
  const [topTurn, setTopTurn] = useState(0)
  const focusList = (left = noRows) => setFocus(({ turn }) => ({ turn: turn + 1, left }))
  const outlet = useOutlet({ onLeave: () => focusList() } satisfies BesideList)
  const { query, openId, readId, goTo } = useListQuery(found?.find)
  const list = useAppSelector((state) => selectList(state, listKey(query)))
  const folders = useAppSelector(selectFolders)
  const commands = useMailCommands(query, openId, focusList)
  const selectedCount = useAppSelector(selectSelectedIds).length
  const isWhole = useAppSelector(selectIsWhole)
  const isReading = outlet !== null
  const hasPane = useHasPane()

  useEffect(() => {
    void dispatch(openFolder(query))
  }, [dispatch, query])
  useEffect(() => () => void dispatch(listLeft()), [dispatch])

  useSearchProgress(list, query)

  const rows = list?.rows ?? noRows
  usePageKeys(commands, {
    query,
    rows,
    readId,
    isComposing: isReading && readId === null,
    onShortcuts: () => setKeysShown(true),
    onWalk: () => focusList(),
  })
  useRowPointing(commands, { query, rows, onHold: ({ id }) => dispatch(selectionToggled(id)) })
  const folder = folders.find((candidate) => candidate.id === query.folder)
  // An id that names no folder says nothing to a person.
  const isMissing = list?.failure === 'notFound'
  const isEmpty = list?.status === 'ready' && list.total === 0
  const ofFolder = isMissing ? t('mail:noFolder') : folderName(query.folder, folders, t)
  const title = found?.title ?? ofFolder

  function handleOpen(mail: MailSummary) {
    const kept = listSearch(query)
    if (mail.folder === 'draft') write(pathToWrite(query.folder, { ...kept, mode: 'draft', id: mail.id }))
    else void navigate(pathToMail(query.folder, { ...kept, id: mail.id }))
  }

  const isFiltered = found === undefined && query.filter !== 'all'
  const listed = list?.status === 'ready' || rows.length > 0 ? (list?.total ?? null) : null
  const isChoosing = selectedCount > 0 || (isPhone && isEditing)
  function handleEdit() {
    if (isChoosing) dispatch(selectionChanged([]))
    setEditing(!isChoosing)
    // Of the tools nothing is left that could keep it.
    if (isChoosing && !isPhone) focusList()
  }

  return (
    <div className={`mailbox ${hasPane ? '' : 'mailbox-over'} ${isReading ? 'mailbox-with-mail' : ''}`}>
      <section id={listId} className="mailbox-list ep-card" aria-label={title}>
        <ListHeader
          title={title}
          total={isFiltered ? listed : (folder?.total ?? listed)}
          unread={isFiltered || isOwnMail(query.folder) ? null : (folder?.unread ?? list?.unread ?? null)}
          rows={rows}
          query={query}
          isPhone={isPhone}
          tools={
            isChoosing ? (
              <ListToolbar
                folder={query.folder}
                name={title}
                count={isWhole ? (list?.total ?? selectedCount) : selectedCount}
                commands={commands}
              />
            ) : null
          }
          menu={<ListMenu folder={query.folder} commands={commands} onShortcuts={() => setKeysShown(true)} />}
          onEdit={handleEdit}
          onChange={goTo}
          onRefresh={() => void dispatch(refreshByHand())}
        />
        {found?.head(list)}
        <ListBanners rows={rows.length} total={list?.total ?? 0} folderName={title} />
        <NewMailPill onShow={() => setTopTurn((turn) => turn + 1)} />
        <ListBody
          list={list}
          query={query}
          empty={found?.empty}
          onGo={goTo}
          onRetry={() => void dispatch(openFolder(query))}
        >
          <MailGrid
            rows={rows}
            query={query}
            commandsOn={commands.commandsOn}
            total={list?.total ?? 0}
            label={title}
            openId={openId}
            isPhone={isPhone}
            isSelecting={isPhone && isChoosing}
            focus={focus}
            topTurn={topTurn}
            onOpen={handleOpen}
          />
        </ListBody>
        <ListPager
          page={query.page}
          pages={pageCount(list?.total ?? 0, query.pageSize)}
          onGo={(page) => goTo({ page })}
        />
      </section>
      {hasPane && <PaneDivider controls={listId} />}
      <section className="mailbox-reading" aria-label={t('mail:readingPane')}>
        {outlet ?? (
          <div className="mailbox-nothing ep-card">
            <EmptyState
              title={t(isMissing || isEmpty ? 'mail:nothingThere' : 'mail:nothingOpen')}
              hint={isEmpty ? undefined : t(isMissing ? 'mail:nothingThereHint' : 'mail:nothingOpenHint')}
            />
          </div>
        )}
      </section>
      <ActionDialogs folder={query.folder} commands={commands} />
      {areKeysShown && <ShortcutsDialog onClose={() => setKeysShown(false)} />}
    </div>
  )
}
