import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router-dom'
import { lazyPiece } from '../../components/lazy/lazyPiece'
import { EmptyState } from '../../components/state/EmptyState'
import { ErrorNote } from '../../components/state/ErrorNote'
import { Skeleton } from '../../components/state/Skeleton'
import { useRouteSpec } from '../../store/routes/useRouteSpec'
import { OpenedMail } from './mail/OpenedMail'
import { ReaderToolbar } from './toolbar/ReaderToolbar'
import { useMailActions } from './useMailActions'
import { useMailLinks } from './useMailLinks'
import { useMarkRead } from './useMarkRead'
import { useOpenMail } from './useOpenMail'
import { useTicket } from './useTicket'
import './readerPage.css'

const RecoveryToolbar = lazyPiece(async () => (await import('./toolbar/RecoveryMailToolbar')).RecoveryMailToolbar)
const WaitingToolbar = lazyPiece(async () => (await import('./toolbar/WaitingMailToolbar')).WaitingMailToolbar)

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
