import { useCallback } from 'react'
import { useServices } from '../../store/servicesContext'
import { selectSettings } from '../../store/settings/settings'
import { useZone } from '../../store/settings/useSetting'
import { isQuietTime } from '../../store/settings/workTime'
import { useAppStore } from '../../store/typed'

/** Whether desktop and sound keep still when it is asked (decision 50). */
export function useIsQuiet(): () => boolean {
  const { now } = useServices()
  const store = useAppStore()
  const zone = useZone()
  return useCallback(() => isQuietTime(now(), zone, selectSettings(store.getState())), [now, store, zone])
}
