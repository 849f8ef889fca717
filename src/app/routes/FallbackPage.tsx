import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { EmptyState } from '../../components/EmptyState'
import { pathTo } from '../../store/pathTo'

/** For an address without a page, or whose page is still to come. */
export function FallbackPage() {
  const { t } = useTranslation('common')
  return (
    <main>
      <EmptyState
        titleAs="h1"
        title={t('notFoundTitle')}
        hint={t('notFoundHint')}
        action={
          <Link className="ep-button ep-button-primary" to={pathTo('mainPage')}>
            {t('toHome')}
          </Link>
        }
      />
    </main>
  )
}
