/** What a person has chosen, as src/contract/endpoints/settings lists it. */
import { changePassword } from '../../../src/contract/endpoints/password'
import * as entries from '../../../src/contract/endpoints/settings'
import { type ChangePasswordParts, makeChangePassword } from '../../services/changePassword'
import { makeChangeSettings, makeReadSettings } from '../../services/settings'
import { type Binding, on } from '../binding'

export type SettingParts = ChangePasswordParts & Parameters<typeof makeChangeSettings>[0]

export function settingBindings(parts: SettingParts): readonly Binding[] {
  return [
    on(entries.readSettings, makeReadSettings(parts)),
    on(entries.changeSettings, makeChangeSettings(parts)),
    on(changePassword, makeChangePassword(parts)),
  ]
}
