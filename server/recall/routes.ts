/** Recall of sent mail, as src/contract/endpoints/sending/recall lists it. */
import * as entries from '../../src/contract/endpoints/sending/recall'
import { type Binding, on } from '../http/binding'
import { type AskRecallParts, makeRecallInfo, makeRecallMail, makeRecallStatus } from './askRecall'

export function recallBindings(parts: AskRecallParts): readonly Binding[] {
  return [
    on(entries.recallInfo, makeRecallInfo(parts)),
    on(entries.recallMail, makeRecallMail(parts)),
    on(entries.recallStatus, makeRecallStatus(parts)),
  ]
}
