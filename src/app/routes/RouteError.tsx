import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../components/button/Button'
import { EmptyState } from '../../components/state/EmptyState'
import { removeStartupSnapshot } from '../../lib/startupSnapshot/removeStartupSnapshot'
import { useReload } from '../overlays/reload'

/** In a page's place when its code failed, or did not arrive; a reload fetches the newest version. */
export function RouteError({ onRetry }: { onRetry?: () => void }) {
  const { t } = useTranslation('common')
  const reload = useReload()
  useEffect(removeStartupSnapshot, [])
  return (
    <div role="alert">
      <EmptyState
        title={t('pageFailed')}
        hint={t('pageFailedHint')}
        action={
          <Button tone="primary" onClick={onRetry ?? reload}>
            {t('retry')}
          </Button>
        }
      />
    </div>
  )
}
