/** After sending: what became of the mail, recipient by recipient. */
import { useTranslation } from 'react-i18next'
import { Link, Navigate, useSearchParams } from 'react-router-dom'
import { plainName } from '../../../components/AddressText'
import { ErrorNote } from '../../../components/ErrorNote'
import { Skeleton } from '../../../components/Skeleton'
import { pathTo } from '../../../store/pathTo'
import { useSendStatus } from '../hooks/useSendStatus'
import '../compose.css'

export function SuccessPage() {
  const { t } = useTranslation(['compose', 'errors'])
  const [query] = useSearchParams()
  const id = query.get('id')
  const { status, retry } = useSendStatus(id)
  // Of a mail that nobody knows there is nothing to say.
  if (id === null || (status?.ok === false && status.code === 'notFound'))
    return <Navigate to={pathTo('receive')} replace />
  return (
    <section className="compose-success ep-card">
      <h1>{t(status?.ok === true ? 'success.title' : 'success.unknown')}</h1>
      {status === null && <Skeleton />}
      {status?.ok === false && <ErrorNote message={`errors:${status.code}`} onRetry={retry} />}
      {status?.ok === true && (
        <>
          <p className="compose-success-subject">{status.value.subject}</p>
          <ul className="compose-success-list" aria-live="polite">
            {status.value.recipients.map((recipient) => (
              <li key={recipient.address} className={`compose-success-${recipient.state}`}>
                <bdi>{plainName(recipient.address)}</bdi>
                <span>{t(`success.state.${recipient.state}`)}</span>
                {recipient.reason !== null && <span className="compose-success-reason">{recipient.reason}</span>}
              </li>
            ))}
          </ul>
        </>
      )}
      <p className="compose-success-links">
        <Link className="ep-button ep-button-primary" to={pathTo('receive')}>
          {t('success.toInbox')}
        </Link>
        <Link className="ep-button" to={pathTo('writeMail', {}, { mode: 'new' })}>
          {t('another')}
        </Link>
      </p>
    </section>
  )
}
