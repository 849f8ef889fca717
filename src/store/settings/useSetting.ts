import { browserZone, type SettingName, type Settings } from '../../contract/settings'
import { zoneName } from '../../lib/clock/zoneName'
import { useAppSelector } from '../typed'
import { selectOwnLook, selectSettings } from './settings'

/** How a setting of the account stands; its default until the gateway has told. */
export function useSetting<N extends SettingName>(name: N): Settings[N] {
  return useAppSelector((state) => selectSettings(state)[name])
}

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
