/** What a person has chosen, as src/contract/endpoints/account/settings lists it. */
import * as entries from '../../src/contract/endpoints/account/settings'
import { type Binding, on } from '../http/binding'
import { makeChangeSettings, makeReadSettings } from './settings'

export type SettingDeps = Parameters<typeof makeChangeSettings>[0]

export function settingBindings(deps: SettingDeps): readonly Binding[] {
  return [on(entries.readSettings, makeReadSettings(deps)), on(entries.changeSettings, makeChangeSettings(deps))]
}
