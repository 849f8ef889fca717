/** A classification rule on the wire, and what is wrong with one (SPEC §3, §5, BEHAVIOUR §10). */
import * as v from 'valibot'
import { limits } from '../limits'
import { holdsControl, isAddress } from '../rules'
import { addressKey } from './domainSpelling'

export const textTests = ['contains', 'notContains', 'is', 'isNot', 'begins', 'ends', 'matches', 'notMatches'] as const
export const bodyTests = ['contains', 'notContains'] as const
const personFields = ['from', 'to', 'cc', 'toOrCc'] as const
export const sizeTests = ['over', 'under'] as const

const value = v.pipe(v.string(), v.maxLength(limits.ruleValueCharacters * 2))
const values = v.pipe(v.array(value), v.readonly())
const test = v.picklist(textTests)
const field = v.picklist(personFields)
const name = v.pipe(v.string(), v.maxLength(200))
const replyText = v.pipe(v.string(), v.maxLength(limits.autoReplyCharacters * 4))
const folder = v.pipe(v.string(), v.maxLength(1_000))

const condition = /* @__PURE__ */ v.variant('kind', [
  v.object({ kind: v.literal('person'), field, test, values }),
  v.object({ kind: v.literal('domain'), field, test, values }),
  v.object({ kind: v.literal('subject'), test, values }),
  v.object({ kind: v.literal('header'), name, test, values }),
  v.object({ kind: v.literal('hasHeader'), name, exists: v.boolean() }),
  v.object({ kind: v.literal('envelope'), field: v.picklist(['from', 'to']), test, values }),
  v.object({ kind: v.literal('body'), test: v.picklist(bodyTests), values }),
  v.object({ kind: v.literal('attachment'), has: v.boolean() }),
  v.object({ kind: v.literal('size'), test: v.picklist(sizeTests), bytes: v.number() }),
])
export type RuleCondition = v.InferOutput<typeof condition>

const action = /* @__PURE__ */ v.variant('kind', [
  v.object({ kind: v.literal('markSeen') }),
  v.object({ kind: v.literal('flag') }),
  v.object({ kind: v.literal('file'), folder }),
  v.object({ kind: v.literal('copy'), folder }),
  v.object({ kind: v.literal('redirect'), to: v.pipe(v.string(), v.maxLength(400)), keepCopy: v.boolean() }),
  v.object({ kind: v.literal('reply'), text: replyText }),
  v.object({ kind: v.literal('reject'), text: replyText }),
  v.object({ kind: v.literal('discard') }),
])
export type RuleActionDraft = v.InferOutput<typeof action>

/** What a person writes of a rule. */
export const ruleDraft = /* @__PURE__ */ v.object({
  name: v.pipe(v.string(), v.maxLength(limits.ruleNameCharacters * 2)),
  /** Of its conditions. */
  match: v.picklist(['all', 'any']),
  conditions: v.pipe(v.array(condition), v.readonly()),
  /** A mail that meets one of them does not meet the rule. */
  exceptions: v.pipe(v.array(condition), v.readonly()),
  actions: v.pipe(v.array(action), v.readonly()),
  /** Whether the rules after it are left out when it is met. */
  stops: v.boolean(),
})
export type RuleDraft = v.InferOutput<typeof ruleDraft>

/** The path of a folder that a file of rules names and that is not there; null for an id. */
export const missingFolder = (folder: string) => (folder.startsWith('/') ? folder.slice(1) : null)

/** Parts of rules that a mail server may not know. */
export const ruleFeatures = [
  ...(['person', 'subject', 'header', 'envelope', 'body', 'attachment'] as const),
  ...(['markSeen', 'flag', 'file', 'copy', 'keepCopy', 'reply', 'reject'] as const),
] as const
export type RuleFeature = (typeof ruleFeatures)[number]

export type RuleFault = {
  readonly field: 'name' | 'conditions' | 'exceptions' | 'actions'
  readonly reason:
    | 'nameEmpty'
    | 'name'
    | 'conditionsEmpty'
    | 'conditions'
    | 'actionsEmpty'
    | 'actionsClash'
    | 'text'
    | 'address'
    | 'forwardToSelf'
}

const isSound = (text: string) =>
  text.trim() !== '' && [...text].length <= limits.ruleValueCharacters && !holdsControl(text)

/** The first fault in the order of the form; without a condition it would take every mail. */
export function ruleFault(draft: RuleDraft, ownAddress: string): RuleFault | null {
  const name = draft.name.trim()
  if (name === '') return { field: 'name', reason: 'nameEmpty' }
  if ([...name].length > limits.ruleNameCharacters || holdsControl(name)) return { field: 'name', reason: 'name' }
  if (draft.conditions.length === 0) return { field: 'conditions', reason: 'conditionsEmpty' }
  for (const part of ['conditions', 'exceptions'] as const) {
    const reason = draft[part].length > limits.ruleConditions ? 'conditions' : conditionsFault(draft[part])
    if (reason !== null) return { field: part, reason }
  }
  const reason = actionsFault(draft.actions, ownAddress)
  return reason === null ? null : { field: 'actions', reason }
}

function conditionsFault(conditions: readonly RuleCondition[]): RuleFault['reason'] | null {
  for (const one of conditions) {
    if ('name' in one && !/^[!-9;-~]{1,70}$/.test(one.name)) return 'conditionsEmpty'
    if ('values' in one && one.values.length === 0) return 'conditionsEmpty'
    if ('values' in one && (one.values.length > limits.ruleValues || !one.values.every(isSound))) return 'conditions'
    if ('bytes' in one && (!Number.isSafeInteger(one.bytes) || one.bytes < 0 || one.bytes > limits.messageBytes))
      return 'conditions'
  }
  return null
}

function actionsFault(actions: readonly RuleActionDraft[], ownAddress: string): RuleFault['reason'] | null {
  if (actions.length === 0) return 'actionsEmpty'
  const count = (...kinds: readonly RuleActionDraft['kind'][]) => actions.filter((it) => kinds.includes(it.kind)).length
  const isReturned = count('reject') > 0 && count('file', 'copy', 'redirect', 'reply') > 0
  if (isReturned || count('reject', 'discard') > 1 || count('reply') > 1) return 'actionsClash'
  for (const one of actions) {
    if ('text' in one && (one.text.trim() === '' || [...one.text].length > limits.autoReplyCharacters)) return 'text'
    if ('folder' in one && one.folder === '') return 'actionsEmpty'
    if (one.kind !== 'redirect') continue
    if (!isAddress(one.to)) return 'address'
    // It would come back to be forwarded again.
    if (addressKey(one.to) === addressKey(ownAddress)) return 'forwardToSelf'
  }
  return null
}
