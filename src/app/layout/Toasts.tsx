import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFocusReturn } from '../../components/dialog/useFocusBack'
import '../../components/state/notices.css'
import { limits } from '../../contract/limits'
import { type Notice, noticeDismissed, selectShownNotice, undoPressed } from '../../store/shell/notices'
import { useAppDispatch, useAppSelector } from '../../store/typed'

function Toast({ notice, isHeld }: { notice: Notice; isHeld: boolean }) {
  const { id, tone, message, params, undoId } = notice
  const { t } = useTranslation(['common', 'errors', message.split(':')[0] ?? 'common'])
  const dispatch = useAppDispatch()
  useEffect(() => {
    if (isHeld) return
    const timer = setTimeout(() => dispatch(noticeDismissed({ id })), limits.undoMs)
    return () => clearTimeout(timer)
  }, [dispatch, id, isHeld])
  return (
    <div className={`ep-notice ep-notice-${tone}`}>
      <span className="ep-notice-text">{t(message, { ...params })}</span>
      {undoId !== undefined && (
        <button type="button" className="ep-notice-action" onClick={() => dispatch(undoPressed({ undoId }))}>
          {t('common:undo')}
        </button>
      )}
      <button
        type="button"
        className="ep-notice-action ep-notice-close"
        aria-label={t('common:close')}
        onClick={() => dispatch(noticeDismissed({ id }))}
      >
        <span aria-hidden="true">×</span>
      </button>
    </div>
  )
}

/** The one polite live region: what already happened; it stays while the person is at it. */
export function Toasts() {
  const { t } = useTranslation('common')
  const notice = useAppSelector(selectShownNotice)
  const part = useRef<HTMLElement>(null)
  // By id: a notice that goes from under pointer or focus holds no later one.
  const [heldId, setHeldId] = useState<string>()
  useFocusReturn(part)
  const hold = () => setHeldId(notice?.id)
  const release = () => setHeldId(undefined)
  return (
    <section
      ref={part}
      className="ep-notices"
      aria-live="polite"
      aria-label={t('notices')}
      onPointerEnter={hold}
      onPointerLeave={release}
      onFocus={hold}
      onBlur={release}
    >
      {notice !== null && <Toast key={notice.id} notice={notice} isHeld={heldId === notice.id} />}
    </section>
  )
}
