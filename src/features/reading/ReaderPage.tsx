import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router-dom'
import { useTicket } from '#src/store/session/useTicket'
import { lazyPiece } from '../../components/lazy/lazyPiece'
import { EmptyState } from '../../components/state/EmptyState'
import { ErrorNote } from '../../components/state/ErrorNote'
import { Skeleton } from '../../components/state/Skeleton'
import type { Mail } from '../../contract/shapes'
import { useRouteSpec } from '../../store/routes/useRouteSpec'
import { OpenedMail } from './mail/OpenedMail'
import { ReaderMore } from './toolbar/ReaderMore'
import { ReadingToolbar } from './toolbar/ReadingToolbar'
import { printMail } from './toolbar/useReaderItems'
import { type MailActions, useMailActions } from './useMailActions'
import { useMailLinks } from './useMailLinks'
import { useMarkRead } from './useMarkRead'
import { useOpenMail } from './useOpenMail'
import './readerPage.css'

const RecallAction = lazyPiece(async () => (await import('../recall')).RecallAction, 'button')
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
          onReply={mail.waits === undefined && mail.recoverableUntil === undefined ? actions.write : undefined}
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

type ToolbarProps = {
  mail: Mail | undefined
  actions: MailActions
  /** Where the original can be had. */
  source: string | undefined
  areImagesShown: boolean
}

function ReaderToolbar({ mail, actions, source, areImagesShown }: ToolbarProps) {
  const { t } = useTranslation('reading')
  return (
    <ReadingToolbar
      label={t('actions')}
      backTo={actions.backTo}
      folder={mail?.folder}
      mails={mail === undefined ? [] : [mail]}
      onAnswer={actions.write}
      onMove={actions.move}
      onUnread={() => actions.mark('unseen')}
      onPrint={() => mail !== undefined && printMail(mail.id, areImagesShown)}
      more={(items) => <ReaderMore mail={mail} source={source} areImagesShown={areImagesShown} items={items} />}
      inSent={mail !== undefined && <RecallAction key={mail.id} mail={mail} />}
    />
  )
}
