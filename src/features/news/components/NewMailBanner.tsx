import { type RefObject, useCallback, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AddressText, plainName } from '../../../components/AddressText'
import { isPageKey } from '../../../components/keyPlaces'
import { limits } from '../../../contract/limits'
import { useAppDispatch } from '../../../store/typed'
import { useIsHidden } from '../hooks/useIsHidden'
import { useNoticeTime } from '../hooks/useNoticeTime'
import { useOpenNews } from '../hooks/useOpenNews'
import { type NewsNotice, noticePutAway } from '../newsSlice'

/** Tells for five seconds that mail came (SPEC §4); they do not run while the person is at it. A press opens the first of it. */
export function NewMailBanner({ notice, part }: { notice: NewsNotice; part: RefObject<HTMLElement | null> }) {
  const { t } = useTranslation(['news', 'common'])
  const dispatch = useAppDispatch()
  const open = useOpenNews()
  const isHidden = useIsHidden()
  const [isPointedAt, setPointedAt] = useState(false)
  const [hasFocus, setHasFocus] = useState(false)
  const first = notice.newest[0]
  const putAway = useCallback(() => void dispatch(noticePutAway()), [dispatch])
  useNoticeTime(limits.newMailNoticeMs, isPointedAt || hasFocus || isHidden, putAway)

  useEffect(() => {
    // From anywhere on the page, where nothing else takes the key.
    function handleKey(event: KeyboardEvent) {
      if (event.key === 'Escape' && isPageKey(event)) putAway()
    }
    window.addEventListener('keydown', handleKey)
    return () => window.removeEventListener('keydown', handleKey)
  }, [putAway])

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
