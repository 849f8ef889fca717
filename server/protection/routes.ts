/** Protection of the mailbox, as src/contract/endpoints/account/protection lists it. */
import * as entries from '#contract/endpoints/account/protection'
import * as resetEntries from '#contract/endpoints/session/passwordReset'
import { type Binding, on, onAnonymous } from '../http/binding'
import {
  makeBeginReset,
  makeFinishReset,
  makeResetByMailbox,
  makeResetByPhone,
  makeResetOffer,
  makeResetPhoneState,
  type PasswordResetDeps,
} from './passwordReset'
import {
  makeAskMailboxAgain,
  makeBindMailbox,
  makeBindSecurePhone,
  makeChangePhone,
  makeRemoveMailbox,
  makeRemovePhone,
  makeShowProtection,
  type ProtectionDeps,
} from './protection'

export function protectionBindings(deps: ProtectionDeps & PasswordResetDeps): readonly Binding[] {
  return [
    on(entries.showProtection, makeShowProtection(deps)),
    on(entries.bindSecurePhone, makeBindSecurePhone(deps)),
    on(entries.changePhone, makeChangePhone(deps)),
    on(entries.removePhone, makeRemovePhone(deps)),
    on(entries.bindMailbox, makeBindMailbox(deps)),
    on(entries.askMailboxAgain, makeAskMailboxAgain(deps)),
    on(entries.removeMailbox, makeRemoveMailbox(deps)),
    onAnonymous(resetEntries.resetOffer, makeResetOffer(deps)),
    onAnonymous(resetEntries.beginReset, makeBeginReset(deps)),
    onAnonymous(resetEntries.resetByPhone, makeResetByPhone(deps)),
    onAnonymous(resetEntries.resetPhoneState, makeResetPhoneState(deps)),
    onAnonymous(resetEntries.resetByMailbox, makeResetByMailbox(deps)),
    onAnonymous(resetEntries.finishReset, makeFinishReset(deps)),
  ]
}
