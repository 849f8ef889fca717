/** Membership, as src/contract/endpoints/account/account lists it. */
import * as entries from '../../src/contract/endpoints/account/account'
import { type Binding, on } from '../http/binding'
import { chosenInterface, freeMemberLevel, makeUserInfos } from './membership'

export type MembershipDeps = Parameters<typeof makeUserInfos>[0]

export function membershipBindings(deps: MembershipDeps): readonly Binding[] {
  return [
    on(entries.userInfos, makeUserInfos(deps)),
    on(entries.freeMemberLevel, freeMemberLevel),
    on(entries.chosenInterface, chosenInterface),
  ]
}
