import { useTranslation } from 'react-i18next'
import { selectIsReachable } from '../../store/connection'
import { loadFolders } from '../../store/folderThunks'
import { receivedAll } from '../../store/mailEvents'
import { selectUser } from '../../store/session'
import { loadSite } from '../../store/siteThunks'
import { useAppDispatch, useAppSelector } from '../../store/typed'
import './ConnectionBanner.css'

/** Says that the gateway does not answer, until it does. */
export function ConnectionBanner() {
  const { t } = useTranslation('common')
  const dispatch = useAppDispatch()
  const isReachable = useAppSelector(selectIsReachable)
  const isSignedIn = useAppSelector(selectUser) !== null
  if (isReachable) return null

  async function handleRetry() {
    if (!isSignedIn) await dispatch(loadSite())
    else if (await dispatch(loadFolders())) dispatch(receivedAll())
  }

  return (
    <div className="layout-offline" role="status">
      <span>{t('unreachable')}</span>
      <button type="button" className="ep-link" onClick={handleRetry}>
        {t('retry')}
      </button>
    </div>
  )
}
