/** Protection of the mailbox, as src/contract/endpoints/account/protection lists it. */
import * as entries from '#contract/endpoints/account/protection'
import { type Binding, on } from '../http/binding'
import {
  makeAskMailboxAgain,
  makeBindMailbox,
  makeChangePhone,
  makeRemoveMailbox,
  makeRemovePhone,
  makeShowProtection,
  type ProtectionDeps,
} from './protection'

export function protectionBindings(deps: ProtectionDeps): readonly Binding[] {
  return [
    on(entries.showProtection, makeShowProtection(deps)),
    on(entries.changePhone, makeChangePhone(deps)),
    on(entries.removePhone, makeRemovePhone(deps)),
    on(entries.bindMailbox, makeBindMailbox(deps)),
    on(entries.askMailboxAgain, makeAskMailboxAgain(deps)),
    on(entries.removeMailbox, makeRemoveMailbox(deps)),
  ]
}
