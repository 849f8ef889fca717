/** After sending: what became of the mail, recipient by recipient. */
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router-dom'
import { ErrorNote } from '#src/components/state/ErrorNote'
import { Skeleton } from '#src/components/state/Skeleton'
import { pathTo, pathToFolder } from '#src/store/routes/pathTo'
import { SendResult } from './SendResult'
import { useSendStatus } from './useSendStatus'
import './successPage.css'

export function SuccessPage() {
  const { t } = useTranslation(['sending', 'errors'])
  const [query] = useSearchParams()
  const id = query.get('id') || null
  const { status, retry } = useSendStatus(id)
  if (id === null || (status?.ok === false && status.code === 'notFound')) return <NothingKnown />
  const isScheduled = status?.ok === true && status.value.planned === 'schedule'
  return (
    <section className="sending-success ep-card">
      {status === null && (
        <>
          <h1>{t('success.unknown')}</h1>
          <Skeleton />
        </>
      )}
      {status?.ok === false && (
        <>
          <h1>{t('success.unknown')}</h1>
          <ErrorNote message={`errors:${status.code}`} onRetry={retry} />
        </>
      )}
      {status?.ok === true && <SendResult id={id} status={status.value} onChanged={retry} />}
      <p className="sending-success-links">
        <Link className="ep-button ep-button-primary" to={pathTo('receive')}>
          {t('success.toInbox')}
        </Link>
        <Link className="ep-button" to={pathTo('writeMail', {}, { mode: 'new' })}>
          {t('success.another')}
        </Link>
        {isScheduled && (
          <Link className="ep-button" to={pathToFolder('scheduled')}>
            {t('success.toScheduled')}
          </Link>
        )}
      </p>
    </section>
  )
}

/** An address that names no send of this account, whosever it may be (TRUST S21). */
function NothingKnown() {
  const { t } = useTranslation('sending')
  return (
    <section className="sending-success ep-card">
      <h1>{t('success.gone')}</h1>
      <p>{t('success.goneText')}</p>
      <p className="sending-success-links">
        <Link className="ep-button ep-button-primary" to={pathTo('sent')}>
          {t('success.toSent')}
        </Link>
        <Link className="ep-button" to={pathTo('receive')}>
          {t('success.toInbox')}
        </Link>
        <Link className="ep-button" to={pathTo('writeMail', {}, { mode: 'new' })}>
          {t('success.write')}
        </Link>
      </p>
    </section>
  )
}
