import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router-dom'
import type { MailSummary } from '#contract/shapes'
import { EmptyState } from '#src/components/state/EmptyState'
import { ErrorNote } from '#src/components/state/ErrorNote'
import { Skeleton } from '#src/components/state/Skeleton'
import { plainName } from '#src/components/text/AddressText'
import { useTicket } from '#src/store/session/useTicket'
import { MoreMenu } from '../toolbar/ReaderMore'
import { ReadingToolbar } from '../toolbar/ReadingToolbar'
import { ReplyBox } from '../toolbar/ReplyBox'
import { useReaderFocus } from '../useReaderFocus'
import { ConversationMail } from './ConversationMail'
import { useConversation } from './useConversation'
import { useConversationActions } from './useConversationActions'
import './conversation.css'
import '../readerPage.css'

/** So many unread mails are open from the beginning; each has its text asked for. */
const openedMost = 10

/** The message that an answer to the conversation answers. */
const newestOf = (rows: readonly MailSummary[]) => rows.findLast((row) => row.folder !== 'draft')

/** What is open when a conversation is: what was not read yet, else its newest mail. */
export function openedFirst(rows: readonly MailSummary[]): readonly string[] {
  const written = rows.filter((row) => row.folder !== 'draft')
  const unread = written.filter((row) => !row.seen).slice(-openedMost)
  return (unread.length > 0 ? unread : written.slice(-1)).map(({ id }) => id)
}

/** All mails of a conversation one below the other, oldest first; those that were read are a line each until they are opened. */
export function ConversationPage({ folder }: { folder: string }) {
  const { t } = useTranslation(['conversation', 'reading'])
  const [query] = useSearchParams()
  const id = query.get('id') ?? ''
  const conversation = useConversation(id)
  const { rows, isLoaded, earlier, failure, listed } = conversation
  const actions = useConversationActions(folder, { id, rows, listed })
  const mails = isLoaded ? actions.mails : []
  const newest = newestOf(rows)
  // What it began with, where that is shown.
  const subject = plainName((earlier === 0 ? rows[0] : listed)?.subject ?? '').trim()
  return (
    <article className="reading ep-card" aria-label={t('conversation:title')} aria-busy={!isLoaded && failure === null}>
      <ReadingToolbar
        label={t('conversation:actions')}
        backTo={actions.backTo}
        folder={folder}
        mails={mails}
        onAnswer={(mode) => newest !== undefined && actions.write(newest.id, mode)}
        onMove={actions.move}
        onUnread={() => actions.mark('unseen')}
        more={(items) => <MoreMenu isUsable={mails.length > 0} items={items} />}
      />
      {isLoaded ? (
        <Mails
          key={rows[0]?.threadId ?? id}
          rows={rows}
          earlier={earlier}
          subject={subject || t('reading:noSubject')}
          folder={folder}
          actions={actions}
          onEarlier={conversation.showEarlier}
        />
      ) : failure === 'notFound' ? (
        <EmptyState
          titleAs="h1"
          title={t('reading:gone')}
          hint={t('reading:goneHint')}
          action={
            <Link className="ep-link" to={actions.backTo}>
              {t('reading:backToList')}
            </Link>
          }
        />
      ) : failure !== null ? (
        <ErrorNote message={`errors:${failure}`} onRetry={conversation.retry} />
      ) : (
        <div className="reading-scroll">
          <Skeleton lines={8} />
        </div>
      )}
    </article>
  )
}

/** Keeps the newest open message at the top while texts above it arrive, until the person does anything. */
function holdAtNewest(scroll: HTMLElement): () => void {
  const newest = [...scroll.querySelectorAll('.conversation-line[aria-expanded="true"]')].at(-1)
  const hold = () => {
    if (newest === undefined) return
    scroll.scrollTop += newest.getBoundingClientRect().top - scroll.getBoundingClientRect().top - 60
  }
  const grown = new ResizeObserver(hold)
  for (const child of scroll.children) grown.observe(child)
  hold()
  const controller = new AbortController()
  const letGo = () => {
    grown.disconnect()
    controller.abort()
  }
  for (const act of ['wheel', 'pointerdown', 'keydown', 'touchstart', 'blur'])
    window.addEventListener(act, letGo, { signal: controller.signal, passive: true })
  return letGo
}

type MailsProps = {
  rows: readonly MailSummary[]
  earlier: number
  subject: string
  folder: string
  actions: ReturnType<typeof useConversationActions>
  onEarlier: () => void
}

function Mails({ rows, earlier, subject, folder, actions, onEarlier }: MailsProps) {
  const { t } = useTranslation(['conversation'])
  const sid = useTicket()
  const scroll = useRef<HTMLElement>(null)
  const newest = newestOf(rows)
  const [opened, setOpened] = useState(() => new Set(openedFirst(rows)))
  useReaderFocus(scroll, { preventScroll: true })
  useEffect(() => (scroll.current === null ? undefined : holdAtNewest(scroll.current)), [])

  function toggle(mailId: string) {
    const next = new Set(opened)
    if (!next.delete(mailId)) next.add(mailId)
    setOpened(next)
  }

  return (
    <section className="reading-scroll conversation" ref={scroll} tabIndex={-1} aria-label={subject}>
      <h1 className="reading-subject conversation-subject">
        <bdi>{subject}</bdi>
        <span className="conversation-count ep-number">
          {t('conversation:count', { count: rows.length + earlier })}
        </span>
      </h1>
      {earlier > 0 && (
        <button type="button" className="ep-button conversation-earlier" onClick={onEarlier}>
          {t('conversation:earlier', { count: earlier })}
        </button>
      )}
      <ol className="conversation-mails">
        {rows.map((row) => (
          <ConversationMail
            key={row.id}
            row={row}
            isElsewhere={row.folder !== folder}
            isOpen={opened.has(row.id)}
            sid={sid}
            actions={actions}
            onToggle={() => toggle(row.id)}
          />
        ))}
      </ol>
      {newest !== undefined && <ReplyBox onReply={(mode) => actions.write(newest.id, mode)} />}
    </section>
  )
}
