import type { SettingName, Settings } from '../../contract/settings'
import { useAppSelector } from '../typed'
import { selectSettings } from './settings'

/** How a setting of the account stands; its default until the gateway has told. */
export function useSetting<N extends SettingName>(name: N): Settings[N] {
  return useAppSelector((state) => selectSettings(state)[name])
}
