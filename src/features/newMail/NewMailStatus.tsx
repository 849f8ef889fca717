import { useTranslation } from 'react-i18next'
import '../../components/state/bar.css'
import { selectSessionStatus } from '../../store/session/session'
import { useAppDispatch, useAppSelector } from '../../store/typed'
import { selectIsStopped } from './newMailSlice'
import { resumeNewMail } from './newMailThunks'
import './newMail.css'

/** Says when new mail is looked for no more, and looks again when asked (TRUST R21). */
export function NewMailStatus() {
  // The page does not wait for texts that it hardly ever shows.
  const { t, ready } = useTranslation(['news', 'common'], { useSuspense: false })
  const dispatch = useAppDispatch()
  const isStopped = useAppSelector(selectIsStopped)
  const isSignedIn = useAppSelector(selectSessionStatus) === 'signedIn'
  return (
    <div role="status">
      {ready && isStopped && isSignedIn && (
        <p className="ep-bar ep-bar-warning ep-bar-stopped">
          <span>{t('news:stopped')}</span>
          <button type="button" className="ep-link" onClick={() => void dispatch(resumeNewMail())}>
            {t('common:retry')}
          </button>
        </p>
      )}
    </div>
  )
}
