/** What was asked, each part to be taken away, and how far the search has come. */
import CloseOutlined from '@ant-design/icons/es/icons/CloseOutlined'
import { useTranslation } from 'react-i18next'
import { useAppSelector } from '../../../store/typed'
import { selectFolders } from '../../../store/unread'
import { folderTextOf, useRunSearch } from '../hooks/useRunSearch'
import { chipsOf } from '../queryChips'
import { faultOf } from '../searchFind'
import type { SearchQuery } from '../searchQuery'
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
            {without !== null && faultOf(without) === null && (
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
      {/* How many there are stands in the list's head for the eye. */}
      <p className={list?.goesOn === true ? 'search-progress' : 'visually-hidden'} role="status">
        {status}
      </p>
    </div>
  )
}
