import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { Answered } from '../../components/antd/AntdPage'
import { AddressText } from '../../components/text/AddressText'
import { fullDate, listDate } from '../../components/text/mailDate'
import type { Reply } from '../../contract/endpoint'
import { queryFolder } from '../../contract/endpoints/mail/mail'
import { useReply } from '../../store/ask'
import { pathToMail } from '../../store/routes/pathTo'

const shown = 5

/** The newest mails of the inbox, each a link to it. */
export function NewestMail() {
  const { t, i18n } = useTranslation('home')
  const answer = useReply(queryFolder, { folder: 'inbox', pageSize: shown })

  const empty = {
    of: ({ list }: Reply<typeof queryFolder>) => list.length === 0,
    title: t('newestNone'),
    hint: t('newestNoneHint'),
  }
  return (
    <Answered answer={answer} lines={shown} empty={empty}>
      {({ list }) => (
        <ul className="home-mails">
          {list.map((mail) => (
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
      )}
    </Answered>
  )
}
