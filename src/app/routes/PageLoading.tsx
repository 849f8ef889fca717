import { useTranslation } from 'react-i18next'
import { Skeleton } from '../../components/state/Skeleton'

/** Stands where a page is still on its way. */
export function PageLoading() {
  const { t } = useTranslation('common')
  return (
    <div role="status" aria-label={t('loading')}>
      <Skeleton lines={6} />
    </div>
  )
}
