/** The searches that bear names: each is asked with one press, renamed and removed. */
import DeleteOutlined from '@ant-design/icons/es/icons/DeleteOutlined'
import EditOutlined from '@ant-design/icons/es/icons/EditOutlined'
import Button from 'antd/es/button'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SavedSearch } from '#contract/endpoints/mail/search'
import { lazyDialog } from '#src/components/lazy/lazyDialog'
import { ErrorNote } from '#src/components/state/ErrorNote'
import { selectFolders } from '#src/store/mail/folders'
import { useAppDispatch, useAppSelector } from '#src/store/typed'
import { formatQuery } from '../searchQuery'
import { selectSaved, selectSavedFailure } from '../searchSlice'
import { folderTextOf, useRunSearch } from '../useRunSearch'
import { loadSaved, queryOfSaved, removeSaved, renameSaved } from './savedSearches'

const NameDialog = lazyDialog(async () => (await import('./NameDialog')).NameDialog)

export function SavedList() {
  const { t } = useTranslation('search')
  const dispatch = useAppDispatch()
  const run = useRunSearch()
  const folders = useAppSelector(selectFolders)
  const saved = useAppSelector(selectSaved)
  const failure = useAppSelector(selectSavedFailure)
  const [renamed, setRenamed] = useState<SavedSearch | null>(null)
  useEffect(() => {
    void dispatch(loadSaved())
  }, [dispatch])

  const textOf = (search: SavedSearch) => {
    const query = queryOfSaved(search)
    return formatQuery(query, folderTextOf(query.folder, folders))
  }

  return (
    <section aria-label={t('saved')}>
      <h2>{t('saved')}</h2>
      {saved === null && failure !== null && (
        <ErrorNote message={`errors:${failure}`} onRetry={() => void dispatch(loadSaved())} />
      )}
      {saved?.length === 0 && <p className="search-page-hint">{t('noneSaved')}</p>}
      <ul>
        {saved?.map((search) => (
          <li key={search.id}>
            <Button type="text" className="search-page-again" onClick={() => run(queryOfSaved(search))}>
              <bdi>{search.name}</bdi>{' '}
              {textOf(search) !== search.name && <bdi className="search-page-asked">{textOf(search)}</bdi>}
            </Button>
            <SavedButton
              label={t('renameSaved', { name: search.name })}
              icon={<EditOutlined aria-hidden />}
              onPress={() => setRenamed(search)}
            />
            <SavedButton
              label={t('removeSaved', { name: search.name })}
              icon={<DeleteOutlined aria-hidden />}
              onPress={() => void dispatch(removeSaved(search))}
            />
          </li>
        ))}
      </ul>
      {renamed !== null && (
        <NameDialog
          title={t('renameSaved', { name: renamed.name })}
          name={renamed.name}
          onClose={() => setRenamed(null)}
          onName={(name) => dispatch(renameSaved(renamed.id, name))}
        />
      )}
    </section>
  )
}

type SavedButtonProps = { label: string; icon: ReactNode; onPress: () => void }

function SavedButton({ label, icon, onPress }: SavedButtonProps) {
  return <Button type="text" icon={icon} aria-label={label} title={label} onClick={onPress} />
}
