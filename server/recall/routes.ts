/** Recall of sent mail, as src/contract/endpoints/sending/recall lists it. */
import * as entries from '../../src/contract/endpoints/sending/recall'
import { type Binding, on } from '../http/binding'
import { type AskRecallDeps, makeRecallInfo, makeRecallMail, makeRecallStatus } from './askRecall'

export function recallBindings(deps: AskRecallDeps): readonly Binding[] {
  return [
    on(entries.recallInfo, makeRecallInfo(deps)),
    on(entries.recallMail, makeRecallMail(deps)),
    on(entries.recallStatus, makeRecallStatus(deps)),
  ]
}
