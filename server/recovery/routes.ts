/** Recovery of deleted mail, as src/contract/endpoints/mail/recovery lists it. */
import * as entries from '../../src/contract/endpoints/mail/recovery'
import { type Binding, on } from '../http/binding'
import { makeCheckRecover, makeEnableRecover, type RecoveryDeps } from './recoveryWindow'
import { makeRestoreMails } from './restore'

export type { RecoveryDeps }

export function recoveryBindings(deps: RecoveryDeps): readonly Binding[] {
  return [
    on(entries.checkRecover, makeCheckRecover(deps)),
    on(entries.enableRecover, makeEnableRecover(deps)),
    on(entries.restoreMails, makeRestoreMails(deps)),
  ]
}
