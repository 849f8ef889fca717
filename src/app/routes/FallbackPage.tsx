import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { EmptyState } from '../../components/state/EmptyState'
import { pathTo } from '../../store/routes/pathTo'
import { useRouteSpec } from '../../store/routes/useRouteSpec'

/** For an address without a page. */
export function FallbackPage() {
  const { t } = useTranslation('common')
  // The desk around it is the main part of the page already.
  const Part = useRouteSpec().frame === 'desk' ? 'div' : 'main'
  return (
    <Part>
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
    </Part>
  )
}
