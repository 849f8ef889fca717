import { useCallback, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { EmptyState } from '../../components/state/EmptyState'
import { ErrorNote } from '../../components/state/ErrorNote'
import { Skeleton } from '../../components/state/Skeleton'
import { AddressText } from '../../components/text/AddressText'
import { fullDate, listDate } from '../../components/text/mailDate'
import { queryFolder } from '../../contract/endpoints/mail/mail'
import type { MailSummary } from '../../contract/shapes'
import type { Failure } from '../../lib/http/outcome'
import { pathToMail } from '../../store/routes/pathTo'
import { useServices } from '../../store/servicesContext'

const shown = 5

/** The newest mails of the inbox, each a link to it. */
export function NewestMail() {
  const { t, i18n } = useTranslation('home')
  const { call } = useServices()
  const [mails, setMails] = useState<readonly MailSummary[] | null>(null)
  const [failure, setFailure] = useState<Failure['code'] | null>(null)

  const load = useCallback(
    async (signal?: AbortSignal) => {
      setFailure(null)
      const outcome = await call(
        queryFolder,
        { folder: 'inbox', pageSize: shown },
        signal === undefined ? {} : { signal },
      )
      if (outcome.ok) setMails(outcome.value.list)
      else if (outcome.code !== 'cancelled') setFailure(outcome.code)
    },
    [call],
  )
  useEffect(() => {
    const leaving = new AbortController()
    void load(leaving.signal)
    return () => leaving.abort()
  }, [load])

  if (failure !== null) return <ErrorNote message={`errors:${failure}`} onRetry={() => load()} />
  if (mails === null) return <Skeleton lines={shown} />
  if (mails.length === 0) return <EmptyState title={t('newestNone')} hint={t('newestNoneHint')} />
  return (
    <ul className="home-mails">
      {mails.map((mail) => (
        <li key={mail.id}>
          <Link
            className={mail.seen ? 'home-mail' : 'home-mail home-mail-unread'}
            to={pathToMail('inbox', { id: mail.id })}
          >
            <span className="home-mail-from">
              <AddressText address={mail.from} />
            </span>
            <span className="home-mail-subject">{mail.subject || t('noSubject')}</span>
            <time className="ep-number" title={fullDate(mail.receivedAt, i18n.language)}>
              {listDate(mail.date)}
            </time>
          </Link>
        </li>
      ))}
    </ul>
  )
}
