/** Says, on top of any page, that a mail is about to go, and offers to undo that or to send it at once. */
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { useFocusReturn } from '#src/components/dialog/useFocusBack'
import { useIsHeard } from '#src/components/state/useIsHeard'
import { ClampedText } from '#src/components/text/ClampedText'
import { pathTo } from '#src/store/routes/pathTo'
import { noticesHeldBack, selectShownNotice } from '#src/store/shell/notices'
import { useCountdown } from '#src/store/shell/useCountdown'
import { useWrite } from '#src/store/shell/useWrite'
import { useAppDispatch, useAppSelector } from '#src/store/typed'
import { type HeldSend, selectHeld, sendChanged, sendForgotten } from '../sendsSlice'
import { followSend, sendHeldNow, takeBack } from '../sendThunks'
import '#src/components/state/notices.css'
import './heldSends.css'

const askAgainMs = 1_000
/** How long "sent" stays. */
const toldMs = 5_000

const canBeUndone = ({ phase }: HeldSend) => phase === 'held' || phase === 'asking'

/** In the place of the notices: the newest send that can be undone goes before all but errors. */
export function HeldSends({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('sending')
  const dispatch = useAppDispatch()
  const held = useAppSelector(selectHeld)
  const notice = useAppSelector(selectShownNotice)
  const part = useRef<HTMLElement>(null)
  useFocusReturn(part)
  const undoable = held.findLast(canBeUndone)
  const isTaken = undoable !== undefined
  useEffect(() => {
    dispatch(noticesHeldBack(isTaken))
    return () => void dispatch(noticesHeldBack(false))
  }, [dispatch, isTaken])
  useEffect(() => {
    if (held.length === 0) onClose()
  }, [onClose, held.length])
  if (held.length === 0) return null
  const shown = notice?.tone === 'error' || (notice !== null && !isTaken) ? undefined : (undoable ?? held.at(-1))
  return (
    <section ref={part} className="ep-notices" aria-label={t('held.label')}>
      {held.map((send) => (
        <HeldCard key={send.id} send={send} isShown={send === shown} />
      ))}
    </section>
  )
}

function HeldCard({ send, isShown }: { send: HeldSend; isShown: boolean }) {
  const { t } = useTranslation(['sending', 'errors', 'common'])
  const dispatch = useAppDispatch()
  const { write } = useWrite()
  const { id, phase, until, isSeparate = false } = send
  const seconds = useCountdown(until)
  useFollowed(id, phase, isShown)
  useEffect(() => {
    if (phase === 'held' && seconds === 0) dispatch(sendChanged({ id, phase: 'going' }))
  }, [dispatch, id, phase, seconds])

  async function undo() {
    const draftId = await dispatch(takeBack(id))
    if (draftId !== null) write(pathTo('draftWrite', {}, { mode: 'draft', id: draftId }))
  }

  if (!isShown) return null
  const isOver = phase === 'failed' || phase === 'sent'
  return (
    <div className="ep-notice">
      <HeldText send={send} />
      {phase === 'held' && (
        <>
          <span className="sending-seconds ep-number" aria-hidden="true">
            {t('sending:held.seconds', { count: seconds })}
          </span>
          <button type="button" className="ep-notice-action" onClick={() => void undo()}>
            {t('common:undo')}
          </button>
          <button type="button" className="ep-notice-action" onClick={() => void dispatch(sendHeldNow(id))}>
            {t('sending:held.now')}
          </button>
        </>
      )}
      {(phase === 'failed' || (isSeparate && phase !== 'held' && phase !== 'asking')) && (
        <Link
          className="ep-notice-action"
          to={pathTo('success', {}, { id })}
          onClick={() => isOver && dispatch(sendForgotten({ id }))}
        >
          {t('sending:held.details')}
        </Link>
      )}
      {isOver && (
        <button
          type="button"
          className="ep-notice-action ep-notice-close"
          aria-label={t('common:close')}
          onClick={() => dispatch(sendForgotten({ id }))}
        >
          <span aria-hidden="true">×</span>
        </button>
      )}
    </div>
  )
}

/** Its words come into a live region that was there before them. */
function HeldText({ send: { phase, subject, code } }: { send: HeldSend }) {
  const { t } = useTranslation(['sending', 'errors'])
  const isHeard = useIsHeard()
  return (
    <p className="ep-notice-text" role="status">
      {isHeard && <ClampedText say={(params) => t(`sending:held.${phase}`, { ...params })} params={{ subject }} />}
      {isHeard && code !== null && <span className="sending-code">{t(`errors:${code}`)}</span>}
    </p>
  )
}

/** Follows a mail until it is known to be sent; then says so for a while, once it is shown. */
function useFollowed(id: string, phase: HeldSend['phase'], isShown: boolean): void {
  const dispatch = useAppDispatch()
  useEffect(() => {
    if (phase !== 'sent' || !isShown) return
    const timer = setTimeout(() => dispatch(sendForgotten({ id })), toldMs)
    return () => clearTimeout(timer)
  }, [dispatch, id, phase, isShown])
  useEffect(() => {
    if (phase !== 'going') return
    let timer = 0
    let isOver = false
    const look = async () => {
      const isKnown = await dispatch(followSend(id))
      if (!isKnown && !isOver) timer = window.setTimeout(() => void look(), askAgainMs)
    }
    void look()
    return () => {
      isOver = true
      window.clearTimeout(timer)
    }
  }, [dispatch, id, phase])
}
