/** Decisions about senders, the rules and the lists, as src/contract/endpoints/mail lists them. */
import * as ruleEntries from '#contract/endpoints/mail/rules'
import * as awayEntries from '../../src/contract/endpoints/mail/autoReply'
import * as forwardEntries from '../../src/contract/endpoints/mail/forwarding'
import * as listEntries from '../../src/contract/endpoints/mail/senderLists'
import * as entries from '../../src/contract/endpoints/mail/senders'
import { type Binding, on } from '../http/binding'
import { type AutoReplyDeps, makeEndAutoReply, makeReadAutoReply, makeSaveAutoReply } from './autoReply'
import { type DecideParts, makeDecideSenders, makeTakeBackDecision } from './decideSenders'
import { makeListRules, makeMoveRule, makeRemoveRule, makeRestoreRule, makeSaveRule, makeSwitchRule } from './editRules'
import {
  type ForwardingDeps,
  makeAddForwardTarget,
  makeReadForwarding,
  makeRemoveForwardTarget,
  makeSaveForwarding,
} from './forwarding/forwarding'
import { makeExportRules, makeImportRules, makeReadRuleFile, type RuleFileDeps } from './ruleFile'
import { makeRuleRun, makeStartRuleRun, makeUndoRuleRun, type RunDeps } from './running/ruleRuns'
import {
  makeAddListEntries,
  makeListedSenders,
  makeRemoveListEntries,
  makeSenderLists,
  type SenderListDeps,
} from './senderLists'
import { makeTryRule, type TryRuleDeps } from './tryRule'

export type SenderParts = DecideParts &
  TryRuleDeps &
  SenderListDeps &
  AutoReplyDeps &
  ForwardingDeps &
  RunDeps &
  RuleFileDeps

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
    on(ruleEntries.ruleRun, makeRuleRun(parts)),
    on(ruleEntries.startRuleRun, makeStartRuleRun(parts)),
    on(ruleEntries.undoRuleRun, makeUndoRuleRun(parts)),
    on(ruleEntries.exportRules, makeExportRules(parts)),
    on(ruleEntries.readRuleFile, makeReadRuleFile(parts)),
    on(ruleEntries.importRules, makeImportRules(parts)),
    on(awayEntries.readAutoReply, makeReadAutoReply(parts)),
    on(awayEntries.saveAutoReply, makeSaveAutoReply(parts)),
    on(awayEntries.endAutoReply, makeEndAutoReply(parts)),
    on(forwardEntries.readForwarding, makeReadForwarding(parts)),
    on(forwardEntries.addForwardTarget, makeAddForwardTarget(parts)),
    on(forwardEntries.removeForwardTarget, makeRemoveForwardTarget(parts)),
    on(forwardEntries.saveForwarding, makeSaveForwarding(parts)),
    on(listEntries.senderLists, makeSenderLists(parts)),
    on(listEntries.addListEntries, makeAddListEntries(parts)),
    on(listEntries.removeListEntries, makeRemoveListEntries(parts)),
    on(listEntries.listedSenders, makeListedSenders(parts)),
  ]
}
