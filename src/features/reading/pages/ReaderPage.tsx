import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router-dom'
import { EmptyState } from '../../../components/EmptyState'
import { ErrorNote } from '../../../components/ErrorNote'
import { inPlace } from '../../../components/inPlace'
import { Skeleton } from '../../../components/Skeleton'
import { useRouteSpec } from '../../../store/useRouteSpec'
import { OpenedMail } from '../components/OpenedMail'
import { ReaderToolbar } from '../components/ReaderToolbar'
import { useMailActions } from '../hooks/useMailActions'
import { useMailLinks } from '../hooks/useMailLinks'
import { useMarkRead } from '../hooks/useMarkRead'
import { useOpenMail } from '../hooks/useOpenMail'
import { useTicket } from '../hooks/useTicket'
import './readerPage.css'

const RecoveryToolbar = inPlace(async () => (await import('../components/RecoveryToolbar')).RecoveryToolbar)
const WaitingToolbar = inPlace(async () => (await import('../components/WaitingToolbar')).WaitingToolbar)

const toolbarToCome = <div className="reading-toolbar" />

/** A mail, whole: what can be done with it, who wrote it, what it says, what came with it. */
export function ReaderPage() {
  const { t } = useTranslation('reading')
  const { folder } = useRouteSpec()
  const { viewName } = useParams()
  const { id, mail, failure, retry } = useOpenMail()
  const sid = useTicket()
  const links = useMailLinks(mail, sid)
  /** The mail whose remote pictures the person asked for. */
  const [shownImagesOf, setShownImagesOf] = useState<string | null>(null)
  const areImagesShown = shownImagesOf === id
  // What was deleted for good is looked at without any effect.
  useMarkRead(mail === undefined || mail.recoverableUntil !== undefined ? null : id)
  const actions = useMailActions(folder ?? viewName ?? 'inbox', mail)
  return (
    <article
      className="reading ep-card"
      aria-label={t('title')}
      aria-busy={mail === undefined && failure === undefined}
    >
      {mail?.waits !== undefined ? (
        <WaitingToolbar mail={mail} backTo={actions.backTo} waiting={toolbarToCome} />
      ) : mail?.recoverableUntil !== undefined ? (
        <RecoveryToolbar mail={mail} backTo={actions.backTo} waiting={toolbarToCome} />
      ) : (
        <ReaderToolbar mail={mail} actions={actions} source={links?.source} areImagesShown={areImagesShown} />
      )}
      {mail !== undefined ? (
        <OpenedMail
          key={id}
          mail={mail}
          links={links}
          areImagesShown={areImagesShown}
          onShowImages={() => setShownImagesOf(id)}
          onToggleFlag={() => actions.mark(mail.flagged ? 'unflagged' : 'flagged')}
        />
      ) : failure === 'notFound' ? (
        <EmptyState
          titleAs="h1"
          title={t('gone')}
          hint={t('goneHint')}
          action={
            <Link className="ep-link" to={actions.backTo}>
              {t('backToList')}
            </Link>
          }
        />
      ) : failure !== undefined ? (
        <ErrorNote message={failure === 'unreachable' ? 'reading:notHere' : `errors:${failure}`} onRetry={retry} />
      ) : (
        <div className="reading-scroll">
          <Skeleton lines={8} />
        </div>
      )}
    </article>
  )
}
