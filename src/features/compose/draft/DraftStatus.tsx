/** Says where the text is kept: at the gateway, on this device, or nowhere yet. */
import { useTranslation } from 'react-i18next'
import type { Composer } from '../composer'

export function DraftStatus({ composer }: { composer: Composer }) {
  const { t, i18n } = useTranslation(['compose', 'errors'])
  const time = (instant: number | null) =>
    instant === null ? '' : new Intl.DateTimeFormat(i18n.language, { timeStyle: 'medium' }).format(instant)
  const texts: Record<Composer['saving'], string> = {
    idle: '',
    waiting: t('status.waiting'),
    saving: t('status.saving'),
    saved: t('status.saved', { time: time(composer.savedAt) }),
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
