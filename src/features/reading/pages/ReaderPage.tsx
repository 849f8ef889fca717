import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router-dom'
import { EmptyState } from '../../../components/EmptyState'
import { ErrorNote } from '../../../components/ErrorNote'
import { Skeleton } from '../../../components/Skeleton'
import type { Mail } from '../../../contract/shapes'
import { useRouteSpec } from '../../../store/useRouteSpec'
import { AttachmentList } from '../components/AttachmentList'
import { MailBody } from '../components/MailBody'
import { MailHeader } from '../components/MailHeader'
import { ReaderToolbar } from '../components/ReaderToolbar'
import { UnsubscribeBar } from '../components/UnsubscribeBar'
import { useMailActions } from '../hooks/useMailActions'
import { type MailLinks, useMailLinks } from '../hooks/useMailLinks'
import { useOpenMail } from '../hooks/useOpenMail'
import { useTicket } from '../hooks/useTicket'
import './readerPage.css'

const InviteCard = lazy(async () => ({ default: (await import('../components/InviteCard')).InviteCard }))

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
  const actions = useMailActions(folder ?? viewName ?? 'inbox', mail)
  return (
    <article
      className="reading ep-card"
      aria-label={t('title')}
      aria-busy={mail === undefined && failure === undefined}
    >
      <ReaderToolbar mail={mail} actions={actions} source={links?.source} areImagesShown={areImagesShown} />
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
          title={t('gone')}
          hint={t('goneHint')}
          action={
            <Link className="ep-link" to={actions.backTo}>
              {t('backToList')}
            </Link>
          }
        />
      ) : failure !== undefined ? (
        <ErrorNote message={`errors:${failure}`} onRetry={retry} />
      ) : (
        <div className="reading-scroll">
          <Skeleton lines={8} />
        </div>
      )}
    </article>
  )
}

type OpenedProps = {
  mail: Mail
  links: MailLinks | null
  areImagesShown: boolean
  onShowImages: () => void
  onToggleFlag: () => void
}

function OpenedMail({ mail, links, areImagesShown, onShowImages, onToggleFlag }: OpenedProps) {
  const { t } = useTranslation('reading')
  const scroll = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Where the reader fills the window, focus comes along; beside the list it stays in the list.
    // Whoever goes from mail to mail keeps it on the button.
    const isWithin = scroll.current?.closest('article')?.contains(document.activeElement) === true
    if (!isWithin && !window.matchMedia('(min-width: 1120px)').matches) scroll.current?.focus()
  }, [])
  const invitation = mail.attachments.find((attachment) => attachment.type === 'text/calendar')
  const files = mail.attachments.filter((attachment) => !attachment.inline || mail.html === undefined)
  return (
    <section className="reading-scroll" ref={scroll} tabIndex={-1} aria-label={t('title')}>
      <MailHeader mail={mail} onToggleFlag={onToggleFlag} />
      {(!mail.readable || mail.truncated) && (
        <div className="reading-bar">
          <span>{t(mail.readable ? 'truncated' : 'unreadable')}</span>
          <a className="ep-link reading-bar-action" href={links?.source} download>
            {t('downloadSource')}
          </a>
        </div>
      )}
      <MailBody mail={mail} links={links} areImagesShown={areImagesShown} onShowImages={onShowImages}>
        <UnsubscribeBar mail={mail} />
        {invitation !== undefined && (
          <Suspense fallback={null}>
            <InviteCard mailId={mail.id} attachment={invitation} links={links} />
          </Suspense>
        )}
      </MailBody>
      <AttachmentList mailId={mail.id} attachments={files} links={links} />
    </section>
  )
}
