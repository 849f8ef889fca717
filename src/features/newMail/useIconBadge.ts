import { useEffect } from 'react'
import { selectFolder } from '../../store/mail/folders'
import { selectUser } from '../../store/session/session'
import { useSetting } from '../../store/settings/useSetting'
import { useAppSelector } from '../../store/typed'
import { badgedIcon } from './badgedIcon'

/** Puts the unread mails of the inbox on the tab's icon; the plain one is back at sign-out. */
export function useIconBadge(): void {
  const isSignedIn = useAppSelector(selectUser) !== null
  const unread = useAppSelector((state) => selectFolder(state, 'inbox')?.unread ?? 0)
  const isWanted = useSetting('badge') === 'on'
  const count = isSignedIn && isWanted ? unread : 0
  useEffect(() => {
    const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
    if (link === null || count === 0) return
    const plain = link.href
    link.href = badgedIcon(count)
    return () => {
      link.href = plain
    }
  }, [count])
}
