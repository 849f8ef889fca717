/** Decisions about senders, the rules and the lists, as src/contract/endpoints/mail lists them. */
import * as ruleEntries from '#contract/endpoints/mail/rules'
import * as awayEntries from '../../src/contract/endpoints/mail/autoReply'
import * as forwardEntries from '../../src/contract/endpoints/mail/forwarding'
import * as listEntries from '../../src/contract/endpoints/mail/senderLists'
import * as entries from '../../src/contract/endpoints/mail/senders'
import { type Binding, on } from '../http/binding'
import { type AutoReplyDeps, makeEndAutoReply, makeReadAutoReply, makeSaveAutoReply } from './autoReply'
import { type DecideDeps, makeDecideSenders, makeTakeBackDecision } from './decideSenders'
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

export type RuleRouteDeps = DecideDeps &
  TryRuleDeps &
  SenderListDeps &
  AutoReplyDeps &
  ForwardingDeps &
  RunDeps &
  RuleFileDeps

export function senderBindings(deps: RuleRouteDeps): readonly Binding[] {
  return [
    on(entries.decideSenders, makeDecideSenders(deps)),
    on(entries.takeBackDecision, makeTakeBackDecision(deps)),
    on(ruleEntries.rules, makeListRules(deps)),
    on(ruleEntries.saveRule, makeSaveRule(deps)),
    on(ruleEntries.removeRule, makeRemoveRule(deps)),
    on(ruleEntries.restoreRule, makeRestoreRule(deps)),
    on(ruleEntries.moveRule, makeMoveRule(deps)),
    on(ruleEntries.switchRule, makeSwitchRule(deps)),
    on(ruleEntries.tryRule, makeTryRule(deps)),
    on(ruleEntries.ruleRun, makeRuleRun(deps)),
    on(ruleEntries.startRuleRun, makeStartRuleRun(deps)),
    on(ruleEntries.undoRuleRun, makeUndoRuleRun(deps)),
    on(ruleEntries.exportRules, makeExportRules(deps)),
    on(ruleEntries.readRuleFile, makeReadRuleFile(deps)),
    on(ruleEntries.importRules, makeImportRules(deps)),
    on(awayEntries.readAutoReply, makeReadAutoReply(deps)),
    on(awayEntries.saveAutoReply, makeSaveAutoReply(deps)),
    on(awayEntries.endAutoReply, makeEndAutoReply(deps)),
    on(forwardEntries.readForwarding, makeReadForwarding(deps)),
    on(forwardEntries.addForwardTarget, makeAddForwardTarget(deps)),
    on(forwardEntries.removeForwardTarget, makeRemoveForwardTarget(deps)),
    on(forwardEntries.saveForwarding, makeSaveForwarding(deps)),
    on(listEntries.senderLists, makeSenderLists(deps)),
    on(listEntries.addListEntries, makeAddListEntries(deps)),
    on(listEntries.removeListEntries, makeRemoveListEntries(deps)),
    on(listEntries.listedSenders, makeListedSenders(deps)),
  ]
}
