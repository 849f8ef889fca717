/** Says that a mail was deleted for good, and when it goes for ever. */
import { useTranslation } from 'react-i18next'
import { fullDate } from '#src/components/text/mailDate'

export function RecoveryBar({ until }: { until: number }) {
  const { t, i18n } = useTranslation('reading')
  return (
    <p className="reading-bar reading-bar-quiet" role="status">
      {t('recoverable.until', { time: fullDate(until, i18n.language) })}
    </p>
  )
}
