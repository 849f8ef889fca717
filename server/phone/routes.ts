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
  type PhoneParts,
} from './bindPhone'
import { makeReceiveSms } from './receiveSms'

export function phoneBindings(parts: PhoneParts & Parameters<typeof makeReceiveSms>[0]): readonly Binding[] {
  return [
    on(entries.bindPopUp, makeBindPopUp(parts)),
    on(entries.bindPhone, makeBindPhone(parts)),
    on(entries.verifyPhone, makeVerifyPhone(parts)),
    on(entries.putOffPhone, makePutOffPhone(parts)),
    on(sxyBindStatus, makeSxyBindStatus(parts)),
    onAnonymous(entries.receiveSms, makeReceiveSms(parts)),
  ]
}

export type { PhoneParts }
