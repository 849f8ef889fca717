/** What became of a send: when it goes, and whom it reached. */
import { useTranslation } from 'react-i18next'
import { fullDate } from '#src/components/text/mailDate'
import { SendTable, type SendTableProps } from './SendTable'

export function SendResult({ id, status, onChanged }: SendTableProps) {
  const { t, i18n } = useTranslation('sending')
  const { recipients, sendAt } = status
  const title =
    sendAt === undefined
      ? t('success.title')
      : status.planned === 'hold'
        ? t('success.held')
        : t('success.scheduled', { time: fullDate(sendAt, i18n.language) })
  return (
    <>
      <h1>{title}</h1>
      <p className="sending-success-subject">{status.subject}</p>
      {status.separate && <p>{t('success.separately', { count: recipients.length })}</p>}
      <SendTable id={id} status={status} onChanged={onChanged} />
    </>
  )
}
