import { useTranslation } from 'react-i18next'
import { useIsHeard } from '#src/components/state/useIsHeard'

/** Speaks of a list that is waited for, unless it comes at once. */
export function ListLoading() {
  const { t } = useTranslation('mail')
  const isHeard = useIsHeard()
  return (
    <span className="visually-hidden" role="status">
      {isHeard && t('loading')}
    </span>
  )
}
