/** The way to the search where the bar has no room for its field. */
import SearchOutlined from '@ant-design/icons/es/icons/SearchOutlined'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router-dom'
import { pathTo } from '#src/store/routes/pathTo'
import { useSearchKey } from './useSearchKey'

export function SearchLink() {
  const { t } = useTranslation('search')
  const navigate = useNavigate()
  useSearchKey(() => void navigate(pathTo('search')))
  return (
    <Link
      className="ep-icon-button"
      to={pathTo('search')}
      aria-label={t('title')}
      title={t('title')}
      aria-keyshortcuts="/"
    >
      <SearchOutlined aria-hidden />
    </Link>
  )
}
