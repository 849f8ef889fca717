import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { receiptState } from '#contract/endpoints/sending/receipts'
import { ErrorNote } from '#src/components/state/ErrorNote'
import { fullDate, minuteDate } from '#src/components/text/mailDate'
import { useReply } from '#src/store/ask'
import './receiptBar.css'

/** Above a sent mail that asked for receipts: who has read it, as far as that has been told. */
export function SentReceipts({ mailId }: { mailId: string }) {
  const { t, i18n } = useTranslation('receipts')
  const answer = useReply(receiptState, { id: mailId })
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  if (answer.state === 'failed') return <ErrorNote message={`errors:${answer.code}`} onRetry={answer.retry} />
  const recipients = answer.state === 'answered' ? answer.reply.recipients : null
  const read = recipients?.filter(({ readAt }) => readAt !== null) ?? []
  const [only] = read
  const words =
    recipients === null
      ? t('asking')
      : only === undefined
        ? t('sentNone')
        : recipients.length === 1
          ? t('sentOne', { address: only.address, date: fullDate(only.readAt, i18n.language) })
          : t('sentSome', { count: read.length, total: recipients.length })
  return (
    <section className="reading-bar reading-bar-quiet reading-receipts" aria-label={t('sentRegion')}>
      <span role="status">{words}</span>
      {recipients !== null && recipients.length > 1 && (
        <button
          type="button"
          className="ep-link reading-bar-action"
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          onClick={() => setOpen(!isOpen)}
        >
          {t(isOpen ? 'hideSent' : 'showSent')}
        </button>
      )}
      {isOpen && (
        <div id={id} className="reading-receipts-frame">
          <table className="reading-receipts-table">
            <thead>
              <tr>
                <th scope="col">{t('recipient')}</th>
                <th scope="col">{t('readAt')}</th>
              </tr>
            </thead>
            <tbody>
              {recipients?.map(({ address, readAt }) => (
                <tr key={address}>
                  <td>
                    <bdi>{address}</bdi>
                  </td>
                  <td>{readAt === null ? t('unread') : minuteDate(readAt, i18n.language)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  )
}
