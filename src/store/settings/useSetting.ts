import { useEffect } from 'react'
import { browserZone, isValueOf, type SettingName, type Settings } from '../../contract/settings'
import { zoneName } from '../../lib/clock/zoneName'
import { useServices } from '../servicesContext'
import { useAppSelector } from '../typed'
import { selectOwnLook, selectSettings, selectSettingsStatus } from './settings'

/** How a setting of the account stands; its default until the gateway has told. */
export function useSetting<N extends SettingName>(name: N): Settings[N] {
  return useAppSelector((state) => selectSettings(state)[name])
}

/** Until the gateway has told, what held here last: nothing changes its place under the eye. */
export function useSettingAtOnce<N extends 'density' | 'readingPane'>(name: N): Settings[N] {
  const { stored } = useServices()
  const isKnown = useAppSelector(selectSettingsStatus) === 'ready'
  const chosen = useSetting(name)
  useEffect(() => {
    if (isKnown && stored.get(name) !== chosen) stored.set(name, chosen)
  }, [isKnown, name, chosen, stored])
  if (isKnown) return chosen
  const kept = stored.get(name)
  return isValueOf(name, kept) ? kept : chosen
}

/** Whether messages open beside their list where the window is wide enough. */
export const useHasPane = (): boolean => useSettingAtOnce('readingPane') === 'right'

/** The skin that is shown: of this browser alone, or else of the account. */
export function useLook(): Pick<Settings, 'skin' | 'mode'> {
  const { skin, mode } = useAppSelector(selectSettings)
  return { skin, mode, ...useAppSelector(selectOwnLook) }
}

/** The zone in which the person's clock times are meant. */
export function useZone(): string {
  const zone = useSetting('zone')
  return zone === browserZone ? zoneName() : zone
}
