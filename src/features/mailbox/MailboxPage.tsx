/** A folder's list with the reader or the composer beside it. */
import { useEffect, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useOutlet } from 'react-router-dom'
import { EmptyState } from '../../components/EmptyState'
import { useIsAtMost } from '../../components/useMediaQuery'
import type { MailSummary } from '../../contract/shapes'
import { pathToMail, pathToWrite } from '../../store/pathTo'
import { useAppDispatch, useAppSelector } from '../../store/typed'
import { selectFolders } from '../../store/unread'
import { ListBody } from './components/ListBody'
import { ListHeader } from './components/ListHeader'
import { ListPager } from './components/ListPager'
import { ListToolbar } from './components/ListToolbar'
import { MailGrid } from './components/MailGrid'
import { PaneDivider } from './components/PaneDivider'
import { RemoveForeverDialog } from './components/RemoveForeverDialog'
import { folderName } from './folderNames'
import { useListQuery } from './hooks/useListQuery'
import { useMailCommands } from './hooks/useMailCommands'
import { usePageKeys } from './hooks/usePageKeys'
import { listKey, listSearch, pageCount } from './listQuery'
import { openFolder, refreshByHand } from './listThunks'
import { selectList } from './mailboxSelectors'
import { listLeft, selectionChanged } from './mailboxSlice'
import './MailboxPage.css'

const noRows: readonly MailSummary[] = []

export function MailboxPage() {
  const { t } = useTranslation(['mail'])
  const dispatch = useAppDispatch()
  const navigate = useNavigate()
  const outlet = useOutlet()
  const listId = useId()
  const isPhone = useIsAtMost('tablet')
  const [isEditing, setEditing] = useState(false)
  const [focusTurn, setFocusTurn] = useState(0)
  const { query, openId, readId, goTo } = useListQuery()
  const list = useAppSelector((state) => selectList(state, listKey(query)))
  const folders = useAppSelector(selectFolders)
  const commands = useMailCommands(query, openId, () => setFocusTurn((turn) => turn + 1))
  const isReading = outlet !== null

  useEffect(() => {
    void dispatch(openFolder(query))
  }, [dispatch, query])
  useEffect(() => () => void dispatch(listLeft()), [dispatch])

  const rows = list?.rows ?? noRows
  usePageKeys(commands, { query, rows, readId, isComposing: isReading && readId === null })
  const folder = folders.find((candidate) => candidate.id === query.folder)
  // An id that names no folder says nothing to a person.
  const title = list?.failure === 'notFound' ? t('mail:noFolder') : folderName(query.folder, folders, t)

  function handleOpen(mail: MailSummary) {
    const kept = listSearch(query)
    const isDraft = mail.folder === 'draft'
    const path = isDraft
      ? pathToWrite(query.folder, { ...kept, mode: 'draft', id: mail.id })
      : pathToMail(query.folder, { ...kept, id: mail.id })
    void navigate(path)
  }

  function handleEdit() {
    if (isEditing) dispatch(selectionChanged([]))
    setEditing(!isEditing)
  }

  return (
    <div className={`mailbox ${isReading ? 'mailbox-with-mail' : ''}`}>
      <section id={listId} className="mailbox-list ep-card" aria-label={title}>
        <ListHeader
          title={title}
          total={folder?.total ?? list?.total ?? null}
          unread={folder?.unread ?? list?.unread ?? null}
          rows={rows}
          query={query}
          isPhone={isPhone}
          isEditing={isEditing}
          onEdit={handleEdit}
          onChange={goTo}
          onRefresh={() => void dispatch(refreshByHand())}
        />
        {(!isPhone || isEditing) && <ListToolbar folder={query.folder} commands={commands} />}
        <ListBody list={list} query={query} onGo={goTo} onRetry={() => void dispatch(openFolder(query))}>
          <MailGrid
            rows={rows}
            query={query}
            total={list?.total ?? 0}
            label={title}
            openId={openId}
            isPhone={isPhone}
            isSelecting={isPhone && isEditing}
            focusTurn={focusTurn}
            onOpen={handleOpen}
          />
        </ListBody>
        <ListPager
          page={query.page}
          pages={pageCount(list?.total ?? 0, query.pageSize)}
          onGo={(page) => goTo({ page, sort: query.sort, filter: query.filter })}
        />
      </section>
      <PaneDivider controls={listId} />
      <section className="mailbox-reading" aria-label={t('mail:readingPane')}>
        {outlet ?? (
          <div className="mailbox-nothing ep-card">
            <EmptyState title={t('mail:nothingOpen')} hint={t('mail:nothingOpenHint')} />
          </div>
        )}
      </section>
      {commands.askedForever > 0 && (
        <RemoveForeverDialog
          count={commands.askedForever}
          onCancel={commands.cancelForever}
          onConfirm={commands.removeForever}
        />
      )}
    </div>
  )
}
