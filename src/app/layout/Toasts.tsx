import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useFocusReturn } from '../../components/dialog/useFocusBack'
import { limits } from '../../contract/limits'
import { type Notice, noticeDismissed, selectNotices, undoPressed } from '../../store/shell/notices'
import { useAppDispatch, useAppSelector } from '../../store/typed'
import './Toasts.css'

function Toast({ notice }: { notice: Notice }) {
  const { t } = useTranslation(['common', 'errors', notice.message.split(':')[0] ?? 'common'])
  const dispatch = useAppDispatch()
  const { id, undoId } = notice
  useEffect(() => {
    const timer = setTimeout(() => dispatch(noticeDismissed({ id })), limits.undoMs)
    return () => clearTimeout(timer)
  }, [dispatch, id])
  return (
    <div className={`layout-toast layout-toast-${notice.tone}`}>
      <span className="layout-toast-words">{t(notice.message, { ...notice.params })}</span>
      {undoId !== undefined && (
        <button type="button" className="layout-toast-undo" onClick={() => dispatch(undoPressed({ undoId }))}>
          {t('common:undo')}
        </button>
      )}
      <button
        type="button"
        className="layout-toast-close"
        aria-label={t('common:close')}
        onClick={() => dispatch(noticeDismissed({ id }))}
      >
        <span aria-hidden="true">×</span>
      </button>
    </div>
  )
}

/** The one polite live region: what already happened, with Undo where it can be undone. */
export function Toasts() {
  const { t } = useTranslation('common')
  const notices = useAppSelector(selectNotices)
  const part = useRef<HTMLElement>(null)
  useFocusReturn(part)
  return (
    <section ref={part} className="layout-toasts" aria-live="polite" aria-label={t('notices')}>
      {notices.map((notice) => (
        <Toast key={notice.id} notice={notice} />
      ))}
    </section>
  )
}
