/** After sending: what became of the mail, recipient by recipient. */
import Button from 'antd/es/button'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router-dom'
import { AntdPage } from '#src/components/antd/AntdPage'
import { ErrorNote } from '#src/components/state/ErrorNote'
import { Skeleton } from '#src/components/state/Skeleton'
import { fullDate } from '#src/components/text/mailDate'
import { nextPath } from '#src/store/routes/nextPath'
import { pathTo, pathToFolder } from '#src/store/routes/pathTo'
import { useGoKeys } from '#src/store/shell/useGoKeys'
import { SendTable, useSendAgain } from './SendTable'
import { useSendStatus } from './useSendStatus'

export function SuccessPage() {
  const { t, i18n } = useTranslation('sending')
  const [query] = useSearchParams()
  const id = query.get('id') || null
  useGoKeys(pathTo('writeMail', {}, { mode: 'new' }))
  const { status, retry } = useSendStatus(id)
  const { again, isAsking, fault } = useSendAgain(id ?? '', retry)
  if (id === null || (status?.ok === false && status.code === 'notFound')) return <NothingKnown />
  const known = status?.ok === true ? status.value : null
  const title =
    known === null
      ? t('success.unknown')
      : known.sendAt === undefined
        ? t('success.title')
        : known.planned === 'hold'
          ? t('success.held')
          : t('success.scheduled', { time: fullDate(known.sendAt, i18n.language) })
  return (
    <AntdPage title={title} {...(known !== null && { intro: known.subject })}>
      {status === null && (
        <div aria-busy="true">
          <Skeleton />
        </div>
      )}
      {status?.ok === false && <ErrorNote message={`errors:${status.code}`} onRetry={retry} />}
      {known?.separate && <p>{t('success.separately', { count: known.recipients.length })}</p>}
      {known !== null && (
        <SendTable
          status={known}
          fault={fault}
          again={
            <Button loading={isAsking} onClick={again}>
              {t('result.again')}
            </Button>
          }
        />
      )}
      {/* Always in this place: the answer takes the focus from no link. */}
      <Ways from={query.get('from')} isScheduled={known?.planned === 'schedule'} />
    </AntdPage>
  )
}

/** `from`: the address that the message was written from. */
function Ways({ from, isScheduled }: { from: string | null; isScheduled: boolean }) {
  const { t } = useTranslation('sending')
  const inbox = pathTo('receive')
  const back = nextPath(from) ?? inbox
  return (
    <p className="antd-form-actions">
      <Link className="ep-button ep-button-primary" to={back}>
        {t(back === inbox ? 'success.toInbox' : 'success.back')}
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
