/** What was asked, each part to be taken away, and how far the search has come. */
import CloseOutlined from '@ant-design/icons/es/icons/CloseOutlined'
import { useTranslation } from 'react-i18next'
import { anywhere } from '#contract/endpoints/mail/mail'
import { selectFolders } from '#src/store/mail/folders'
import { useAppSelector } from '#src/store/typed'
import { SaveSearch } from '../saved/SaveSearch'
import { queryFault } from '../searchFind'
import { formatQuery, type SearchQuery } from '../searchQuery'
import { folderTextOf, useRunSearch } from '../useRunSearch'
import { chipsOf } from './queryChips'
import './ResultHead.css'

type Props = {
  query: SearchQuery
  list: { readonly total: number; readonly goesOn: boolean; readonly status: string } | undefined
}

export function ResultHead({ query, list }: Props) {
  const { t } = useTranslation('search')
  const run = useRunSearch()
  const folders = useAppSelector(selectFolders)
  const folder = folderTextOf(query.folder, folders)
  const folderName = t(`folder.${folder}`, { defaultValue: folder })
  const chips = chipsOf(query, folderName, t)
  const status =
    list === undefined || list.status !== 'ready'
      ? ''
      : list.goesOn
        ? t('goesOn', { count: list.total })
        : t('found', { count: list.total })

  return (
    <div className="search-head">
      <ul className="search-chips" aria-label={t('asked')}>
        {chips.map(({ key, text, without }) => (
          <li key={key} className="search-chip">
            <bdi>{text}</bdi>
            {without !== null && queryFault(without) === null && (
              <button
                type="button"
                className="search-chip-remove"
                aria-label={t('removeChip', { text })}
                title={t('removeChip', { text })}
                onClick={() => run(without)}
              >
                <CloseOutlined aria-hidden />
              </button>
            )}
          </li>
        ))}
      </ul>
      <div className="search-head-links">
        {query.folder === '' && (
          <button
            type="button"
            className="ep-link search-head-link"
            onClick={() => run({ ...query, folder: anywhere })}
          >
            {t('searchAnywhere')}
          </button>
        )}
        <SaveSearch key={JSON.stringify(query)} query={query} text={formatQuery(query, folder)} />
      </div>
      {/* How many there are stands in the list's head for the eye. */}
      <p className={list?.goesOn === true ? 'search-progress' : 'visually-hidden'} role="status">
        {status}
      </p>
    </div>
  )
}
