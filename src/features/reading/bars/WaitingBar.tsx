/** Says when a mail goes, that it just goes, or that it has not reached everyone. */
import { useTranslation } from 'react-i18next'
import { limits } from '#contract/limits'
import type { Mail } from '#contract/shapes'
import { fullDate } from '#src/components/text/mailDate'
import { useServices } from '#src/store/servicesContext'
import { HeldSeconds } from '../../sending'

export function WaitingBar({ mail }: { mail: Mail }) {
  const { t, i18n } = useTranslation('reading')
  const { now } = useServices()
  const { scheduledAt = 0, waits } = mail
  const isShortly = scheduledAt - now() <= limits.scheduleClosedMs
  const words =
    waits === 'failed'
      ? t('waiting.failed')
      : waits === 'sending'
        ? t('waiting.sending')
        : isShortly
          ? t('waiting.shortly')
          : t('waiting.at', { time: fullDate(scheduledAt, i18n.language) })
  return (
    <p
      className={waits === 'failed' ? 'reading-bar reading-waiting-bad' : 'reading-bar reading-bar-quiet'}
      role="status"
    >
      {waits === 'waiting' ? <HeldSeconds mailId={mail.id} otherwise={words} /> : words}
    </p>
  )
}
