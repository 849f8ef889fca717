/** Recovery of deleted mail, as src/contract/endpoints/mail/recovery lists it. */
import * as entries from '../../src/contract/endpoints/mail/recovery'
import { type Binding, on } from '../http/binding'
import { makeCheckRecover, makeEnableRecover, type RecoveryParts } from './recoveryWindow'
import { makeRestoreMails } from './restore'

export type { RecoveryParts }

export function recoveryBindings(parts: RecoveryParts): readonly Binding[] {
  return [
    on(entries.checkRecover, makeCheckRecover(parts)),
    on(entries.enableRecover, makeEnableRecover(parts)),
    on(entries.restoreMails, makeRestoreMails(parts)),
  ]
}
