/** Whether a set of rules may be kept: every store asks this before it writes. */
import { limits } from '#contract/limits'
import { replyCharacters } from '#contract/mail/autoReplyRules'
import { isListEntry } from '#contract/mail/senderEntries'
import { holdsControl, isAddress } from '#contract/rules'
import { Refusal } from '../refusal'
import {
  type AwayReply,
  type Condition,
  folderOf,
  isDelivering,
  isFinal,
  type Rule,
  type RuleAction,
  type RuleSet,
} from './rules'

/** Throws `badField` with the field at fault (a name and an action there must be, SPEC §5), or `tooLarge` with the limit. */
export function checkRules({ rules, away, lists, forward }: RuleSet): void {
  if (rules.length > limits.rules) throw new Refusal('tooLarge', { field: 'rules', payload: { limit: limits.rules } })
  const ids = new Set(rules.map(({ id }) => id))
  must(ids.size === rules.length && [...ids].every((id) => /^[\w-]{1,64}$/.test(id)), 'rules')
  rules.forEach(checkRule)
  checkValues(rules)
  checkAway(away)
  if (forward?.isOn === true) must(isAddress(forward.to), 'to')
  for (const [field, entries] of Object.entries(lists)) {
    if (entries.length > limits.listEntries)
      throw new Refusal('tooLarge', { field, payload: { limit: limits.listEntries } })
    must(entries.every(isListEntry), field)
  }
}

/** Every mail that comes in is held against all of them. */
function checkValues(rules: readonly Rule[]): void {
  const conditions = rules.flatMap((rule) => [...rule.conditions, ...(rule.exceptions ?? [])])
  const charactersOf = (some: readonly Condition[]) =>
    some.reduce((sum, it) => sum + ('values' in it ? it.values.join('').length : 0), 0)
  const hasWildcards = (it: Condition) => 'test' in it && (it.test === 'matches' || it.test === 'notMatches')
  for (const [some, limit] of [
    [conditions, limits.rulesValueCharacters],
    [conditions.filter(hasWildcards), limits.rulesWildcardCharacters],
  ] as const)
    if (charactersOf(some) > limit) throw new Refusal('tooLarge', { field: 'conditions', payload: { limit } })
}

function checkRule({ name, conditions, exceptions = [], actions }: Rule): void {
  if (name.trim() === '') throw new Refusal('badField', { field: 'name' })
  must(isLine(name, limits.ruleNameCharacters), 'name')
  for (const [field, list] of Object.entries({ conditions, exceptions })) {
    must(list.length <= limits.ruleConditions, field)
    for (const condition of list) checkCondition(condition, field)
  }
  must(actions.length > 0 && actions.length <= limits.ruleActions, 'actions')
  actions.forEach(checkAction)
  // Returned and kept at once, or two ends, is not what anybody means.
  const finals = actions.filter(isFinal)
  must(finals.length <= 1 && !(finals.some(({ kind }) => kind === 'reject') && actions.some(isDelivering)), 'actions')
  must(actions.filter(({ kind }) => kind === 'reply').length <= 1, 'actions')
}

function checkCondition(condition: Condition, field: string): void {
  if (condition.kind === 'size') must(isWhole(condition.bytes, 0, limits.messageBytes), field)
  if ('name' in condition) must(isHeaderName(condition.name), field)
  if (!('values' in condition)) return
  const { values } = condition
  must(values.length > 0 && values.length <= limits.ruleValues, field)
  must(
    values.every((value) => value !== '' && isLine(value, limits.ruleValueCharacters)),
    field,
  )
}

function checkAction(action: RuleAction): void {
  if (action.kind === 'redirect') must(isAddress(action.to), 'actions')
  const folder = folderOf(action)
  if (folder !== null) must(folder !== '' && isLine(folder, 1_000), 'actions')
  if (action.kind === 'reject' || action.kind === 'reply')
    must(action.text.trim() !== '' && isReplyText(action.text), 'actions')
}

function checkAway({ isEnabled, subject, text, from, until, days, addresses, ...others }: AwayReply): void {
  must(isLine(subject, limits.subjectCharacters), 'subject')
  must(isReplyText(text) && !(isEnabled && text.trim() === ''), 'text')
  for (const field of ['contactText', 'colleagueText'] as const) {
    const own = others[field]
    if (own !== undefined) must(isReplyText(own) && own.trim() !== '', field)
  }
  const isInstant = (at: number | null) => at === null || isWhole(at, 0, lastInstant)
  must(isInstant(from) && isInstant(until) && (from === null || until === null || from < until), 'until')
  must(isWhole(days, 1, 30), 'days')
  must(addresses.length <= limits.ruleValues && addresses.every(isAddress), 'addresses')
}

/** The end of year 9999: beyond it a date is no longer written with four digits. */
const lastInstant = 253_402_300_799_000

const isWhole = (value: number, least: number, most: number) =>
  Number.isSafeInteger(value) && value >= least && value <= most

/** RFC 5322 section 3.6.8. */
const isHeaderName = (name: string) => /^[!-9;-~]{1,70}$/.test(name)

/** Half of a character pair is no text: it could not be written as UTF-8 and read back. */
const isWellFormed = (text: string) => !/\p{Cs}/u.test(text)

const isLine = (text: string, most: number) => [...text].length <= most && !holdsControl(text) && isWellFormed(text)

const isReplyText = (text: string) =>
  replyCharacters(text) <= limits.autoReplyCharacters &&
  isLine(text.replace(/\r?\n|\t/g, ' '), Number.POSITIVE_INFINITY)

function must(holds: boolean, field: string): void {
  if (!holds) throw new Refusal('badField', { field })
}
