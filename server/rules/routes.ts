/** Decisions about senders, the rules and the lists, as src/contract/endpoints/mail lists them. */
import * as ruleEntries from '#contract/endpoints/mail/rules'
import * as listEntries from '../../src/contract/endpoints/mail/senderLists'
import * as entries from '../../src/contract/endpoints/mail/senders'
import { type Binding, on } from '../http/binding'
import { type DecideParts, makeDecideSenders, makeTakeBackDecision } from './decideSenders'
import { makeListRules, makeMoveRule, makeRemoveRule, makeRestoreRule, makeSaveRule, makeSwitchRule } from './editRules'
import { makeTryRule, type TryRuleDeps } from './tryRule'

import {
  makeAddListEntries,
  makeListedSenders,
  makeRemoveListEntries,
  makeSenderLists,
  type SenderListDeps,
} from './senderLists'

export type SenderParts = DecideParts & TryRuleDeps & SenderListDeps

export function senderBindings(parts: SenderParts): readonly Binding[] {
  return [
    on(entries.decideSenders, makeDecideSenders(parts)),
    on(entries.takeBackDecision, makeTakeBackDecision(parts)),
    on(ruleEntries.rules, makeListRules(parts)),
    on(ruleEntries.saveRule, makeSaveRule(parts)),
    on(ruleEntries.removeRule, makeRemoveRule(parts)),
    on(ruleEntries.restoreRule, makeRestoreRule(parts)),
    on(ruleEntries.moveRule, makeMoveRule(parts)),
    on(ruleEntries.switchRule, makeSwitchRule(parts)),
    on(ruleEntries.tryRule, makeTryRule(parts)),
    on(listEntries.senderLists, makeSenderLists(parts)),
    on(listEntries.addListEntries, makeAddListEntries(parts)),
    on(listEntries.removeListEntries, makeRemoveListEntries(parts)),
    on(listEntries.listedSenders, makeListedSenders(parts)),
  ]
}
