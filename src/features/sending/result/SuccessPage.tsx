/** After sending: what became of the mail, recipient by recipient. */
import Button from 'antd/es/button'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router-dom'
import { AntdPage } from '#src/components/antd/AntdPage'
import { ErrorNote } from '#src/components/state/ErrorNote'
import { Skeleton } from '#src/components/state/Skeleton'
import { fullDate } from '#src/components/text/mailDate'
import { pathTo, pathToFolder } from '#src/store/routes/pathTo'
import { type SendStatus, SendTable, useSendAgain } from './SendTable'
import { useSendStatus } from './useSendStatus'

export function SuccessPage() {
  const { t } = useTranslation('sending')
  const [query] = useSearchParams()
  const id = query.get('id') || null
  const { status, retry } = useSendStatus(id)
  if (id === null || (status?.ok === false && status.code === 'notFound')) return <NothingKnown />
  if (status?.ok === true) return <Known id={id} status={status.value} onChanged={retry} />
  return (
    <AntdPage title={t('success.unknown')}>
      {status === null ? (
        <div aria-busy="true">
          <Skeleton />
        </div>
      ) : (
        <ErrorNote message={`errors:${status.code}`} onRetry={retry} />
      )}
      <Ways />
    </AntdPage>
  )
}

type KnownProps = {
  id: string
  status: SendStatus
  /** Something was asked of the gateway: what stands here is no longer so. */
  onChanged: () => void
}

/** When it goes, and whom it reached. */
function Known({ id, status, onChanged }: KnownProps) {
  const { t, i18n } = useTranslation('sending')
  const { again, isAsking, fault } = useSendAgain(id, onChanged)
  const { recipients, sendAt, planned } = status
  const title =
    sendAt === undefined
      ? t('success.title')
      : planned === 'hold'
        ? t('success.held')
        : t('success.scheduled', { time: fullDate(sendAt, i18n.language) })
  return (
    <AntdPage title={title} intro={status.subject}>
      {status.separate && <p>{t('success.separately', { count: recipients.length })}</p>}
      <SendTable
        status={status}
        fault={fault}
        again={
          <Button loading={isAsking} onClick={again}>
            {t('result.again')}
          </Button>
        }
      />
      <Ways isScheduled={planned === 'schedule'} />
    </AntdPage>
  )
}

function Ways({ isScheduled = false }: { isScheduled?: boolean }) {
  const { t } = useTranslation('sending')
  return (
    <p className="antd-form-actions">
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
  )
}

/** An address that names no send of this account, whosever it may be (TRUST S21). */
function NothingKnown() {
  const { t } = useTranslation('sending')
  return (
    <AntdPage title={t('success.gone')}>
      <p>{t('success.goneText')}</p>
      <p className="antd-form-actions">
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
    </AntdPage>
  )
}
