/** When a mail that is open counts as read: at once, after a while, or never by itself, as the person has chosen. */
import { useEffect } from 'react'
import { limits } from '../../contract/limits'
import { selectSettingsStatus } from '../../store/settings/settings'
import { useSetting } from '../../store/settings/useSetting'
import { selectIsReachable } from '../../store/shell/connection'
import { useAppDispatch, useAppSelector } from '../../store/typed'
import { markRead } from './openMail'

/** @param id of the mail on the screen; null while there is none */
export function useMarkRead(id: string | null): void {
  const dispatch = useAppDispatch()
  const when = useSetting('markRead')
  const isKnown = useAppSelector((state) => selectSettingsStatus(state) !== 'asked')
  const isReachable = useAppSelector(selectIsReachable)
  useEffect(() => {
    // It is done as soon as the line is back.
    if (!isReachable) return
    // Before it is known what the person has chosen, nothing is done that they may not want.
    if (id === null || !isKnown || when === 'never') return
    if (when === 'now') {
      void dispatch(markRead(id))
      return
    }
    const timer = setTimeout(() => void dispatch(markRead(id)), limits.markReadMs)
    return () => clearTimeout(timer)
  }, [dispatch, id, isKnown, isReachable, when])
}
