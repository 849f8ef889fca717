import { useTranslation } from 'react-i18next'
import { selectSessionStatus } from '../../store/session/session'
import { useAppDispatch, useAppSelector } from '../../store/typed'
import { selectIsStopped } from './newMailSlice'
import { resumeNewMail } from './newMailThunks'
import './newMail.css'

/** The status line at the foot of the desk: says when new mail is looked for no more, and looks again when asked (TRUST R21). */
export function NewMailStatus() {
  // The page does not wait for texts that it hardly ever shows.
  const { t, ready } = useTranslation(['news', 'common'], { useSuspense: false })
  const dispatch = useAppDispatch()
  const isStopped = useAppSelector(selectIsStopped)
  const isSignedIn = useAppSelector(selectSessionStatus) === 'signedIn'
  return (
    <div role="status" className="news-status">
      {ready && isStopped && isSignedIn && (
        <p className="news-stopped">
          <span>{t('news:stopped')}</span>
          <button type="button" className="ep-link" onClick={() => void dispatch(resumeNewMail())}>
            {t('common:retry')}
          </button>
        </p>
      )}
    </div>
  )
}
