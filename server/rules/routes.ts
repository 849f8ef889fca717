/** Decisions about senders, as src/contract/endpoints/mail/senders lists them. */
import * as entries from '../../src/contract/endpoints/mail/senders'
import { type Binding, on } from '../http/binding'
import { type AddRuleParts, makeAddRule } from './addRule'
import { type DecideParts, makeDecideSenders, makeTakeBackDecision } from './decideSenders'

export type SenderParts = DecideParts & AddRuleParts

export function senderBindings(parts: SenderParts): readonly Binding[] {
  return [
    on(entries.decideSenders, makeDecideSenders(parts)),
    on(entries.takeBackDecision, makeTakeBackDecision(parts)),
    on(entries.addRule, makeAddRule(parts)),
  ]
}
