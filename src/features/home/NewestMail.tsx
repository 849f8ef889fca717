import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { EmptyState } from '../../components/state/EmptyState'
import { ErrorNote } from '../../components/state/ErrorNote'
import { Skeleton } from '../../components/state/Skeleton'
import { AddressText } from '../../components/text/AddressText'
import { fullDate, listDate } from '../../components/text/mailDate'
import { queryFolder } from '../../contract/endpoints/mail/mail'
import { useReply } from '../../store/ask'
import { pathToMail } from '../../store/routes/pathTo'

const shown = 5

/** The newest mails of the inbox, each a link to it. */
export function NewestMail() {
  const { t, i18n } = useTranslation('home')
  const answer = useReply(queryFolder, { folder: 'inbox', pageSize: shown })

  if (answer.state === 'failed') return <ErrorNote message={`errors:${answer.code}`} onRetry={answer.retry} />
  if (answer.state === 'waiting') return <Skeleton lines={shown} />
  const mails = answer.reply.list
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
