/** Binding a phone, as src/contract/endpoints/session/phone lists it. */
import * as entries from '../../src/contract/endpoints/session/phone'
import { sxyBindStatus } from '../../src/contract/endpoints/session/session'
import { type Binding, on, onAnonymous } from '../http/binding'
import {
  makeBindPhone,
  makeBindPopUp,
  makePutOffPhone,
  makeSxyBindStatus,
  makeVerifyPhone,
  type PhoneDeps,
} from './bindPhone'
import { makeReceiveSms } from './receiveSms'

export function phoneBindings(deps: PhoneDeps & Parameters<typeof makeReceiveSms>[0]): readonly Binding[] {
  return [
    on(entries.bindPopUp, makeBindPopUp(deps)),
    on(entries.bindPhone, makeBindPhone(deps)),
    on(entries.verifyPhone, makeVerifyPhone(deps)),
    on(entries.putOffPhone, makePutOffPhone(deps)),
    on(sxyBindStatus, makeSxyBindStatus(deps)),
    onAnonymous(entries.receiveSms, makeReceiveSms(deps)),
  ]
}

export type { PhoneDeps }
