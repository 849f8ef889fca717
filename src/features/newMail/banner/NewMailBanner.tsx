import { type RefObject, useCallback, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { limits } from '#contract/limits'
import { isPageKey } from '#src/components/browser/keyTargets'
import { AddressText, plainName } from '#src/components/text/AddressText'
import { selectNewestNotice } from '#src/store/shell/notices'
import { selectOverlays } from '#src/store/shell/overlays'
import { useAppDispatch, useAppSelector } from '#src/store/typed'
import { type NewMailNotice, noticePutAway } from '../newMailSlice'
import { useIsHidden } from '../useIsHidden'
import { useNoticeTime } from './useNoticeTime'
import { useOpenNewMail } from './useOpenNewMail'

/** Tells for five seconds that mail came (SPEC §4); they do not run while the person is at it. A press opens the first of it. */
export function NewMailBanner({ notice, part }: { notice: NewMailNotice; part: RefObject<HTMLElement | null> }) {
  const { t } = useTranslation(['news', 'common'])
  const dispatch = useAppDispatch()
  const open = useOpenNewMail()
  const isHidden = useIsHidden()
  // One notice at a time: it comes after what was just said.
  const isWaiting = useAppSelector(
    (state) => selectNewestNotice(state) !== null || selectOverlays(state).some(({ kind }) => kind === 'sends'),
  )
  const [isPointedAt, setPointedAt] = useState(false)
  const [hasFocus, setHasFocus] = useState(false)
  const first = notice.newest[0]
  const putAway = useCallback(() => void dispatch(noticePutAway()), [dispatch])
  useNoticeTime(limits.newMailNoticeMs, isPointedAt || hasFocus || isHidden || isWaiting, putAway)

  useEffect(() => {
    if (isWaiting) {
      // Taken away, it hears of neither leaving it.
      setPointedAt(false)
      setHasFocus(false)
      return
    }
    // From anywhere on the page, where nothing else takes the key.
    function handleKey(event: KeyboardEvent) {
      if (event.key === 'Escape' && isPageKey(event)) putAway()
    }
    window.addEventListener('keydown', handleKey)
    return () => window.removeEventListener('keydown', handleKey)
  }, [putAway, isWaiting])

  if (isWaiting) return null
  return (
    <section
      ref={part}
      aria-label={t('news:label')}
      className="news-banner"
      onPointerEnter={() => setPointedAt(true)}
      onPointerLeave={() => setPointedAt(false)}
      onFocus={() => setHasFocus(true)}
      onBlur={() => setHasFocus(false)}
    >
      <button type="button" className="news-open" onClick={() => open(notice)}>
        <span className="news-count">{t('news:came', { count: notice.count })}</span>
        {first !== undefined && (
          <span className="news-first">
            <AddressText address={first.from} />
            <span className="news-subject">{plainName(first.subject) || t('news:noSubject')}</span>
          </span>
        )}
      </button>
      <button type="button" className="news-close" aria-label={t('common:close')} onClick={putAway}>
        <span aria-hidden="true">×</span>
      </button>
    </section>
  )
}
