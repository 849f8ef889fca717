import { useTranslation } from 'react-i18next'
import { Button } from '../../components/Button'
import { EmptyState } from '../../components/EmptyState'
import { useReload } from '../overlays/reload'

/** In a page's place when its code did not arrive or failed; a reload fetches the newest version. */
export function RouteError() {
  const { t } = useTranslation('common')
  const reload = useReload()
  return (
    <div role="alert">
      <EmptyState
        title={t('pageFailed')}
        hint={t('pageFailedHint')}
        action={
          <Button tone="primary" onClick={reload}>
            {t('retry')}
          </Button>
        }
      />
    </div>
  )
}
