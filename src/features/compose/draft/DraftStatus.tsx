/** Says where the text is kept: at the gateway, on this device, or nowhere yet. */
import { useTranslation } from 'react-i18next'
import { secondTime } from '#src/components/text/mailDate'
import type { Composer } from '../composer'

export function DraftStatus({ composer }: { composer: Composer }) {
  const { t, i18n } = useTranslation(['compose', 'errors'])
  const texts: Record<Composer['saving'], string> = {
    idle: '',
    waiting: t('status.waiting'),
    saving: t('status.saving'),
    saved: t('status.saved', { time: secondTime(composer.savedAt, i18n.language) }),
    kept: t(composer.saveCode === 'unreachable' ? 'status.kept' : 'status.keptReason', {
      reason: t(`errors:${composer.saveCode ?? 'operationFailed'}`),
    }),
    lost: t('status.lost'),
  }
  const isBad = composer.saving === 'kept' || composer.saving === 'lost'
  const text = texts[composer.saving]
  return (
    <p className={isBad ? 'compose-status compose-status-bad' : 'compose-status'} role="status" title={text}>
      {text}
    </p>
  )
}
