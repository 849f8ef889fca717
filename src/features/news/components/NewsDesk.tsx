import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { plainName } from '../../../components/AddressText'
import { useKeptFocus } from '../../../components/useFocusBack'
import { useAppSelector } from '../../../store/typed'
import { useDesktopNews } from '../hooks/useDesktopNews'
import { useIconBadge } from '../hooks/useIconBadge'
import { useNewsClock } from '../hooks/useNewsClock'
import { useNewsStream } from '../hooks/useNewsStream'
import { selectNotice } from '../newsSlice'
import { NewMailBanner } from './NewMailBanner'
import './news.css'

/** Beside every page of somebody who is signed in: looks for new mail, and tells of it in the page, on the tab and on the desktop. */
export function NewsDesk() {
  // In the background: what waits for its texts must not have the page beside it drawn again and again.
  const { t, ready } = useTranslation('news', { useSuspense: false })
  const told = useAppSelector(selectNotice)
  const notice = ready ? told : null
  const part = useRef<HTMLElement>(null)
  useKeptFocus(part)
  useNewsClock()
  useNewsStream()
  useIconBadge()
  useDesktopNews()
  const from = notice?.newest[0]?.from
  const who = from === undefined ? '' : plainName(from.name) || from.address
  return (
    <>
      <p className="visually-hidden" role="status">
        {notice !== null && t('announced', { count: notice.count, who })}
      </p>
      {notice !== null && <NewMailBanner key={notice.id} notice={notice} part={part} />}
    </>
  )
}
