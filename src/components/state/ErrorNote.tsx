import { useTranslation } from 'react-i18next'
import { Button } from '../button/Button'
import './EmptyState.css'

type Props = {
  /** Key with its namespace, such as `errors:unreachable`. */
  message: string
  params?: Readonly<Record<string, string | number>>
  onRetry?: () => void
}

/** Says what went wrong where it went wrong, with a way on. */
export function ErrorNote({ message, params, onRetry }: Props) {
  const { t } = useTranslation(['common', 'errors'])
  return (
    <div className="ep-error-note" role="alert">
      <p>{t(message, { ...params })}</p>
      {onRetry !== undefined && <Button onClick={onRetry}>{t('common:retry')}</Button>}
    </div>
  )
}
