/** Registration, as src/contract/endpoints/session/registration lists it. */
import * as entries from '#contract/endpoints/session/registration'
import { type Binding, onAnonymous } from '../../http/binding'
import { makeCheckPhoneNumber, makeRegistrationCode, makeRegistrationProof } from './phoneProof'
import { makeRegister, makeRegistrationState, makeValidateUserName, type RegistrationDeps } from './registrations'

export function registrationBindings(deps: RegistrationDeps): readonly Binding[] {
  return [
    onAnonymous(entries.registrationState, makeRegistrationState(deps)),
    onAnonymous(entries.validateUserName, makeValidateUserName(deps)),
    onAnonymous(entries.checkPhoneNumber, makeCheckPhoneNumber(deps)),
    onAnonymous(entries.registrationCode, makeRegistrationCode(deps)),
    onAnonymous(entries.registrationProof, makeRegistrationProof(deps)),
    onAnonymous(entries.register, makeRegister(deps), { success: '000' }),
  ]
}
