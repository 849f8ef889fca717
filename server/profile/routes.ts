/** Personal info, as src/contract/endpoints/account/profile lists it. */
import * as entries from '#contract/endpoints/account/profile'
import { type Binding, on, onBytes } from '../http/binding'
import { makePutProfilePhoto, makeRemoveProfilePhoto, type ProfilePhotoDeps } from './profilePhoto'
import { makeReadProfile, makeSaveProfile } from './profiles'

export function profileBindings(deps: ProfilePhotoDeps): readonly Binding[] {
  return [
    on(entries.readProfile, makeReadProfile(deps)),
    on(entries.saveProfile, makeSaveProfile(deps)),
    onBytes(entries.putProfilePhoto, makePutProfilePhoto(deps)),
    on(entries.removeProfilePhoto, makeRemoveProfilePhoto(deps)),
  ]
}
