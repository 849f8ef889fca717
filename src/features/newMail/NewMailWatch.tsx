import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useFocusReturn } from '../../components/dialog/useFocusBack'
import { plainName } from '../../components/text/AddressText'
import { useAppSelector } from '../../store/typed'
import { NewMailBanner } from './banner/NewMailBanner'
import { useDesktopNotifications } from './desktop/useDesktopNotifications'
import { useTone } from './desktop/useTone'
import { selectNotice } from './newMailSlice'
import { useIconBadge } from './useIconBadge'
import { useNewMailClock } from './useNewMailClock'
import { useNewMailStream } from './useNewMailStream'
import './newMail.css'

/** Beside every page of somebody who is signed in: looks for new mail, and tells of it in the page, on the tab and on the desktop. */
export function NewMailWatch() {
  // In the background: what waits for its texts must not have the page beside it drawn again and again.
  const { t, ready } = useTranslation('news', { useSuspense: false })
  const told = useAppSelector(selectNotice)
  const notice = ready ? told : null
  const part = useRef<HTMLElement>(null)
  useFocusReturn(part)
  useNewMailClock()
  useNewMailStream()
  useIconBadge()
  useDesktopNotifications()
  useTone()
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
