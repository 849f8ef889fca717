import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { plainName } from '#src/components/text/AddressText'
import { selectLanguage } from '#src/store/settings/preferences'
import { useSetting } from '#src/store/settings/useSetting'
import { selectBrand } from '#src/store/shell/site'
import { useAppSelector } from '#src/store/typed'
import { useOpenNewMail } from '../banner/useOpenNewMail'
import { type NewMailNotice, selectNotice } from '../newMailSlice'
import { useIsQuiet } from '../useIsQuiet'
import { desktopPermission, showOnDesktop } from './desktop'

/** Tells of new mail on the desktop where the person has asked for that and is elsewhere; of sender and subject only if they allow it. */
export function useDesktopNotifications(): void {
  const { t, ready } = useTranslation('news', { useSuspense: false })
  const open = useOpenNewMail()
  const notice = useAppSelector(selectNotice)
  const manner = useSetting('desktopNews')
  const language = useAppSelector(selectLanguage)
  const brand = useAppSelector((state) => selectBrand(state, language))
  const isQuiet = useIsQuiet()
  const told = useRef<number | null>(null)

  useEffect(() => {
    if (!ready || notice === null || notice.id === told.current) return
    told.current = notice.id
    if (manner === 'off' || desktopPermission() !== 'granted' || isLookedAt()) return
    if (!notice.isAlways && isQuiet()) return
    const first = notice.newest[0]
    const words =
      manner === 'content' && first !== undefined
        ? { title: titleOf(notice), body: plainName(first.subject) || t('noSubject') }
        : { title: brand, body: t('came', { count: notice.count }) }
    showOnDesktop(words, () => open(notice))

    function titleOf({ count, newest }: NewMailNotice): string {
      const from = newest[0]?.from
      const who = from === undefined ? brand : plainName(from.name) || from.address
      return count === 1 ? who : t('announced', { count, who })
    }
  }, [ready, notice, manner, brand, isQuiet, t, open])
}

/** The banner in the page is seen then. */
function isLookedAt(): boolean {
  return document.visibilityState === 'visible' && document.hasFocus()
}
