import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import '../../components/state/bar.css'
import { everyWhileVisible } from '../../lib/clock/everyWhileVisible'
import { servedVersion, versionOf } from '../../lib/http/servedVersion'
import { useServices } from '../../store/servicesContext'
import { selectOddAnswers } from '../../store/shell/connection'
import { useAppDispatch, useAppSelector } from '../../store/typed'
import { useReload } from '../overlays/reload'
import { reloadAfterSaving } from './reloadAfterSaving'

/** Milliseconds between two looks. */
const everyMs = 10 * 60_000

/**
 * Offers to load a newer version of the app once its site serves one (TRUST R23). It looks now and then, and at once when the gateway has said what
 * this version does not understand.
 */
export function NewVersion() {
  // In the background: the page beside it does not wait for texts that it hardly ever shows.
  const { t, ready } = useTranslation('news', { useSuspense: false })
  const dispatch = useAppDispatch()
  const reload = useReload()
  const { server } = useServices()
  const oddAnswers = useAppSelector(selectOddAnswers)
  const [shown] = useState(() => versionOf(document))
  const [isOld, setOld] = useState(false)
  const [isPutOff, setPutOff] = useState(false)

  useEffect(() => {
    if (server === null || shown === null || isOld) return
    const { fetch } = server
    let isOver = false
    async function look() {
      const served = await servedVersion(fetch)
      if (!isOver && served !== null && served !== shown) setOld(true)
    }
    if (oddAnswers > 0) void look()
    const stop = everyWhileVisible(everyMs, () => void look())
    return () => {
      isOver = true
      stop()
    }
  }, [server, shown, isOld, oddAnswers])

  return (
    <div role="status">
      {ready && isOld && !isPutOff && (
        <p className="ep-bar ep-bar-version">
          <span>{t('version.ready')}</span>
          <button type="button" className="ep-link" onClick={() => void dispatch(reloadAfterSaving(reload))}>
            {t('version.reload')}
          </button>
          <button type="button" className="ep-link" onClick={() => setPutOff(true)}>
            {t('version.later')}
          </button>
        </p>
      )}
    </div>
  )
}
