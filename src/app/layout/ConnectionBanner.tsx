import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import '../../components/state/bar.css'
import { everyWhileVisible } from '../../lib/clock/everyWhileVisible'
import { selectUser } from '../../store/session/session'
import { checkSession } from '../../store/session/sessionThunks'
import { selectIsReachable } from '../../store/shell/connection'
import { loadSite } from '../../store/shell/siteThunks'
import { useAppDispatch, useAppSelector } from '../../store/typed'

/** Milliseconds between two tries, so that a fault's end shows within ten seconds. */
const retryMs = 8_000

/** Says that the gateway does not answer, until it does; it is asked again every few seconds, and at once on Retry. */
export function ConnectionBanner() {
  const { t } = useTranslation('common')
  const dispatch = useAppDispatch()
  const isReachable = useAppSelector(selectIsReachable)
  const isSignedIn = useAppSelector(selectUser) !== null
  const [wasAway, setWasAway] = useState(false)
  useEffect(() => {
    if (isReachable) return
    setWasAway(true)
    return everyWhileVisible(retryMs, () => dispatch(isSignedIn ? checkSession() : loadSite()))
  }, [dispatch, isReachable, isSignedIn])

  function handleRetry() {
    dispatch(isSignedIn ? checkSession() : loadSite())
  }

  return (
    // What is spoken has to come into a region that is there already.
    <div role="status">
      {isReachable && wasAway && <span className="visually-hidden">{t('reachable')}</span>}
      {!isReachable && (
        <div className="ep-bar ep-bar-warning ep-bar-network">
          <span>{t('unreachable')}</span>
          <button type="button" className="ep-link" onClick={handleRetry}>
            {t('retry')}
          </button>
        </div>
      )}
    </div>
  )
}
