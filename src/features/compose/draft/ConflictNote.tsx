/** Another window saved a newer version of this draft. It stands within the form, so that writing goes on until the person has chosen. */
import { useTranslation } from 'react-i18next'
import { Button } from '#src/components/button/Button'
import { secondDate } from '#src/components/text/mailDate'
import type { Composer } from '../composer'
import type { ConflictChoice } from './resolveConflict'

type Props = { composer: Composer; onAnswer: (choice: ConflictChoice) => void }

export function ConflictNote({ composer: { key, conflict, changedAt, savedAt }, onAnswer }: Props) {
  const { t, i18n } = useTranslation('compose')
  if (conflict === null) return null
  const written = changedAt ?? savedAt
  return (
    <div className="compose-conflict" role="dialog" aria-modal="false" aria-labelledby={`${key}-conflict`}>
      <h2 id={`${key}-conflict`} className="compose-conflict-title">
        {t('conflict.title')}
      </h2>
      <p>{t('conflict.text')}</p>
      <dl className="compose-restore">
        <dt>{t('conflict.own')}</dt>
        <dd>{written === null ? t('restore.never') : secondDate(written, i18n.language)}</dd>
        <dt>{t('conflict.other')}</dt>
        <dd>{secondDate(conflict.savedAt, i18n.language)}</dd>
      </dl>
      <div className="compose-conflict-actions">
        <Button tone="primary" onClick={() => onAnswer('both')}>
          {t('conflict.both')}
        </Button>
        <Button onClick={() => onAnswer('own')}>{t('conflict.useOwn')}</Button>
        <Button onClick={() => onAnswer('other')}>{t('conflict.useOther')}</Button>
      </div>
    </div>
  )
}
