/** Personal info, as src/contract/endpoints/account/profile lists it. */
import * as entries from '#contract/endpoints/account/profile'
import { type Binding, on } from '../http/binding'
import { makeReadProfile, makeSaveProfile, type ProfileDeps } from './profiles'

export function profileBindings(deps: ProfileDeps): readonly Binding[] {
  return [on(entries.readProfile, makeReadProfile(deps)), on(entries.saveProfile, makeSaveProfile(deps))]
}
