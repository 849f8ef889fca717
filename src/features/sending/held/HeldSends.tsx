/** Says, on top of any page, that a mail is about to go, and offers to undo that or to send it at once. */
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { useFocusReturn } from '#src/components/dialog/useFocusBack'
import { useIsHeard } from '#src/components/state/useIsHeard'
import { ClampedText } from '#src/components/text/ClampedText'
import { pathTo } from '#src/store/routes/pathTo'
import { useWrite } from '#src/store/shell/useWrite'
import { useAppDispatch, useAppSelector } from '#src/store/typed'
import { type HeldSend, selectHeld, sendChanged, sendForgotten } from '../sendsSlice'
import { followSend, sendHeldNow, takeBack } from '../sendThunks'
import { useCountdown } from './useCountdown'
import './heldSends.css'

const askAgainMs = 1_000
/** How long "sent" stays. */
const toldMs = 5_000

export function HeldSends({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('sending')
  const held = useAppSelector(selectHeld)
  const part = useRef<HTMLElement>(null)
  useFocusReturn(part)
  useEffect(() => {
    if (held.length === 0) onClose()
  }, [onClose, held.length])
  if (held.length === 0) return null
  return (
    <section ref={part} className="sending-held" aria-label={t('held.label')}>
      {held.map((send) => (
        <HeldCard key={send.id} send={send} />
      ))}
    </section>
  )
}

function HeldCard({ send }: { send: HeldSend }) {
  const { t } = useTranslation(['sending', 'errors', 'common'])
  const dispatch = useAppDispatch()
  const { write } = useWrite()
  const { id, phase, until } = send
  const seconds = useCountdown(until)
  const isHeard = useIsHeard()
  useFollowed(id, phase)
  useEffect(() => {
    if (phase === 'held' && seconds === 0) dispatch(sendChanged({ id, phase: 'going' }))
  }, [dispatch, id, phase, seconds])

  async function undo() {
    const draftId = await dispatch(takeBack(id))
    if (draftId !== null) write(pathTo('draftWrite', {}, { mode: 'draft', id: draftId }))
  }

  return (
    <div className="sending-card">
      <p className="sending-words" role="status">
        {isHeard && (
          <ClampedText say={(params) => t(`sending:held.${phase}`, { ...params })} params={{ subject: send.subject }} />
        )}
        {isHeard && send.code !== null && <span className="sending-code">{t(`errors:${send.code}`)}</span>}
      </p>
      {phase === 'held' && (
        <>
          <span className="sending-seconds ep-number" aria-hidden="true">
            {t('sending:held.seconds', { count: seconds })}
          </span>
          <button type="button" className="sending-action" onClick={() => void undo()}>
            {t('common:undo')}
          </button>
          <button type="button" className="sending-action" onClick={() => void dispatch(sendHeldNow(id))}>
            {t('sending:held.now')}
          </button>
        </>
      )}
      {phase === 'failed' && (
        <Link
          className="sending-action"
          to={pathTo('success', {}, { id })}
          onClick={() => dispatch(sendForgotten({ id }))}
        >
          {t('sending:held.details')}
        </Link>
      )}
      {(phase === 'failed' || phase === 'sent') && (
        <button
          type="button"
          className="sending-action"
          aria-label={t('common:close')}
          onClick={() => dispatch(sendForgotten({ id }))}
        >
          <span aria-hidden="true">×</span>
        </button>
      )}
    </div>
  )
}

/** Looks after a mail that goes until it is known to be sent; then says so for a while. */
function useFollowed(id: string, phase: HeldSend['phase']): void {
  const dispatch = useAppDispatch()
  useEffect(() => {
    if (phase === 'sent') {
      const timer = setTimeout(() => dispatch(sendForgotten({ id })), toldMs)
      return () => clearTimeout(timer)
    }
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
