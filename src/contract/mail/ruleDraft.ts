/** A classification rule as a person writes it (SPEC §5, BEHAVIOUR §10), and what is wrong with it, told to client and gateway alike. */
import * as v from 'valibot'
import { limits } from '../limits'
import { holdsControl } from '../rules'

export const ruleTests = ['contains', 'notContains', 'is', 'isNot'] as const
export const ruleFields = ['from', 'to', 'subject', 'list'] as const

const value = v.pipe(v.string(), v.maxLength(limits.ruleValueCharacters))

export const ruleDraft = /* @__PURE__ */ v.object({
  name: v.pipe(v.string(), v.maxLength(limits.ruleNameCharacters * 2)),
  /** Of its conditions. */
  match: v.picklist(['all', 'any']),
  conditions: v.pipe(
    v.array(v.object({ field: v.picklist(ruleFields), test: v.picklist(ruleTests), value })),
    v.maxLength(limits.ruleConditions),
  ),
  markSeen: v.boolean(),
  flag: v.boolean(),
  /** Where the mail goes; null leaves it in the inbox. */
  folder: v.nullable(v.pipe(v.string(), v.maxLength(200))),
})
export type RuleDraft = v.InferOutput<typeof ruleDraft>
export type RuleField = (typeof ruleFields)[number]

/** The field at fault, the first one in the order of the form; null when all is well. A rule without a condition would take every mail. */
export function ruleFault({ name, conditions, ...actions }: RuleDraft): 'name' | 'conditions' | 'actions' | null {
  if (name.trim() === '' || [...name.trim()].length > limits.ruleNameCharacters || holdsControl(name)) return 'name'
  const isSound = (text: string) => text.trim() !== '' && !holdsControl(text)
  if (conditions.length === 0 || !conditions.every((one) => isSound(one.value))) return 'conditions'
  return actions.markSeen || actions.flag || actions.folder !== null ? null : 'actions'
}
