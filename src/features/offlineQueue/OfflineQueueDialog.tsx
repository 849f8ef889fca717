/** The mails that wait in this browser: each can be written on, or thrown away after a second press. */
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../components/button/Button'
import { Dialog } from '../../components/dialog/Dialog'
import { fullDate } from '../../components/text/mailDate'
import type { QueuedMail } from '../../store/offlineQueue/offlineQueue'

type Props = {
  mails: readonly QueuedMail[]
  onEdit: (key: string) => void
  onDiscard: (key: string) => void
  onClose: () => void
}

export function OfflineQueueDialog({ mails, onClose, ...deeds }: Props) {
  const { t } = useTranslation(['outbox', 'common'])
  return (
    <Dialog
      title={t('outbox:title')}
      onClose={onClose}
      actions={<Button onClick={onClose}>{t('common:close')}</Button>}
    >
      <p className="outbox-hint">{t('outbox:hint')}</p>
      <ul className="outbox-list">
        {mails.map((mail) => (
          <WaitingRow key={mail.key} mail={mail} {...deeds} />
        ))}
      </ul>
    </Dialog>
  )
}

type RowProps = Pick<Props, 'onEdit' | 'onDiscard'> & { mail: QueuedMail }

function WaitingRow({ mail: { key, subject, recipients, since, refused }, onEdit, onDiscard }: RowProps) {
  const { t, i18n } = useTranslation(['outbox', 'errors', 'common'])
  const [isAsked, setAsked] = useState(false)
  const name = subject === '' ? t('outbox:noSubject') : subject
  return (
    <li className="outbox-row" aria-label={name}>
      <p className="outbox-subject">{name}</p>
      <p className="outbox-people">{recipients.join(t('outbox:between'))}</p>
      <p className={refused === null ? 'outbox-state' : 'outbox-state outbox-state-bad'}>
        {refused === null
          ? t('outbox:since', { date: fullDate(since, i18n.language) })
          : t('outbox:reason', { reason: t(`errors:${refused}`) })}
      </p>
      <div className="outbox-deeds">
        <Button onClick={() => onEdit(key)}>{t('outbox:edit')}</Button>
        {isAsked ? (
          <Button tone="danger" onClick={() => onDiscard(key)}>
            {t('outbox:discardSure')}
          </Button>
        ) : (
          <Button onClick={() => setAsked(true)}>{t('outbox:discard')}</Button>
        )}
      </div>
    </li>
  )
}
