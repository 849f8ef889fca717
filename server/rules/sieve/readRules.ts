/** Rules out of the Sieve of any program: what they say is taken, and the rest is named. */
import { randomUUID } from 'node:crypto'
import { limits } from '#contract/limits'
import { plainName } from '#contract/mail/plainName'
import { type Condition, emptyRuleSet, isFinal, type Rule, type RuleAction } from '../../core/rules/rules'
import type { ReadRuleFile, RuleFileFormat } from '../ruleFile.port'
import { composeScript, readScript } from './readSieve'
import { type SieveArg, type SieveCommand, type SieveTest, sieveTree } from './sieveTree'
import { writeSieve } from './writeSieve'

/** As the adapter of a mail server writes them (`ruleStores.ts`). */
export const sieveRuleFile: RuleFileFormat = {
  write: (rules) => {
    const set = { ...emptyRuleSet, rules }
    const options = {
      pathOf: (path: string) => path,
      knows: new Set(['mailbox']),
      dollars: 'plain',
      includes: [],
    } as const
    const script = composeScript(
      { own: null, before: '', after: '' },
      { rules: set, includes: [] },
      writeSieve(set, options),
    )
    return Buffer.from(script, 'latin1').toString('utf8')
  },
  read: (script) => {
    const commands = sieveTree(script)
    const bytes = Buffer.from(script).toString('latin1')
    const { own, before, after } = readScript(bytes)
    if (own === null) return readCommands(commands)
    const inUtf8 = (text: string) => Buffer.from(text, 'latin1').toString('utf8')
    const first = readCommands(sieveTree(inUtf8(before)))
    const last = readCommands(sieveTree(inUtf8(after)))
    const lines = (text: string) => text.split('\n').length - 1
    const moved = (part: ReadRuleFile, by: number) => part.foreign.map((it) => ({ ...it, line: it.line + by }))
    const [headLines, tailLines] = [lines(bytes.slice(0, bytes.indexOf(before))), lines(bytes) - lines(after)]
    return {
      rules: [...first.rules, ...ownRules(own.rules), ...last.rules],
      foreign: [...moved(first, before === '' ? 0 : headLines), ...moved(last, tailLines)],
    }
  },
}

/** The file may be anybody's: what its data holds, the use case checks. */
const ownRules = (set: { readonly rules: readonly Rule[] } | null | undefined) =>
  Array.isArray(set?.rules) ? set.rules : []

function readCommands(commands: readonly SieveCommand[]): ReadRuleFile {
  const rules: Rule[] = []
  const foreign: { line: number; command: string }[] = []
  commands.forEach((command, at) => {
    if (command.name === 'require') return
    const follows = commands[at + 1]?.name
    const isChain = follows === 'elsif' || follows === 'else'
    const rule = isChain ? null : ruleOf(command)
    if (rule === null) foreign.push({ line: command.line, command: plainText(command.words) })
    else rules.push(rule)
  })
  return { rules, foreign }
}

function ruleOf({ name, tests, block, line, comment }: SieveCommand): Rule | null {
  const [test] = tests
  if (name !== 'if' || test === undefined || block === null) return null
  const met = conditionsOf(test)
  const names = block.map((command) => command.name)
  const stops = names.at(-1) === 'stop'
  const done = block.filter((command) => command.name !== 'keep' && command.name !== 'stop')
  const actions = done.map(actionOf).filter((action) => action !== null)
  if (met === null || actions.length === 0 || actions.length < done.length) return null
  if (names.indexOf('stop') !== (stops ? names.length - 1 : -1)) return null
  const isTaken = actions.some((it) => it.kind === 'file' || (it.kind === 'redirect' && !it.keepCopy) || isFinal(it))
  // Ours ends with what is final, and keeps nothing beside what is filed.
  if ((names.includes('keep') && isTaken) || (actions.some(isFinal) && !stops)) return null
  const title = comment
    .replace(/^#\s*/, '')
    .replace(/^(?:rule:\[(.*)\]|- (.*))$/, '$1$2')
    .trim()
  const named = (comment.startsWith('#') && title) || nameOf(met, actions) || `Rule ${line}`
  const id = randomUUID()
  return { id, name: [...named].slice(0, limits.ruleNameCharacters).join(''), isEnabled: true, ...met, actions, stops }
}

const plainText = (text: string) => plainName(text.replaceAll(/\s+/g, ' ')).trim()

/** What it looks for, else what it does, in no language. */
function nameOf({ conditions }: Met, actions: readonly RuleAction[]): string {
  const sought = conditions.flatMap((one) => {
    if (one.kind === 'hasHeader') return [one.name]
    if (one.kind === 'size') return [`${one.test === 'over' ? '>' : '<'} ${Math.round(one.bytes / 1024)} KB`]
    return 'values' in one ? one.values : []
  })
  const done = actions.map((one) => ('folder' in one ? one.folder : 'to' in one ? one.to : ''))
  return [...sought, ...done].map(plainText).find((text) => text !== '') ?? ''
}

type Met = Pick<Rule, 'match' | 'conditions' | 'exceptions'>

function conditionsOf(test: SieveTest): Met | null {
  const [first, second] = test.tests
  if (test.name === 'allof' && test.tests.length === 2 && second?.name === 'not' && first !== undefined) {
    const exceptions = listOf(second.tests[0])
    const met = exceptions && isGroup(first, second) ? conditionsOf(first) : null
    if (met !== null && met.exceptions?.length === 0) return { ...met, exceptions: exceptions ?? [] }
  }
  const isMany = test.name === 'allof' || test.name === 'anyof'
  const conditions = allOf(isMany ? test.tests : [test])
  return conditions && { match: test.name === 'anyof' ? 'any' : 'all', conditions, exceptions: [] }
}

/** Two tests, the second denied, may be two conditions: a group of either is an exception. */
const isGroup = (first: SieveTest, denied: SieveTest) =>
  ['allof', 'anyof'].includes(first.name) || denied.tests[0]?.name === 'anyof' || conditionOf(denied) === null

const listOf = (test: SieveTest | undefined) =>
  test === undefined ? null : allOf(test.name === 'anyof' ? test.tests : [test])

function allOf(tests: readonly SieveTest[]): readonly Condition[] | null {
  const found = tests.map(conditionOf)
  const known = found.filter((one) => one !== null)
  return known.length === found.length && known.length > 0 ? known : null
}

const tests = { ':contains': 'contains', ':is': 'is', ':matches': 'matches' } as const
const denials = { contains: 'notContains', is: 'isNot', matches: 'notMatches' } as const

function conditionOf(test: SieveTest): Condition | null {
  const [denied] = test.tests
  if (test.name === 'not') return denied === undefined ? null : deny(conditionOf(denied))
  if (test.tests.length > 0) return null
  const tags = test.args.flatMap((it) => (it.kind === 'tag' ? [it.text] : []))
  const lists = textsOf(test.args)
  const [names = [], values = []] = lists
  if (test.name === 'exists' && lists.length === 1 && names.length === 1)
    return { kind: 'hasHeader', name: names[0] ?? '', exists: true }
  if (test.name === 'size') return sizeOf(tags, test.args)
  if (test.name === 'header' && tags.join(' ') === ':mime :anychild :contains')
    return `${names}:${values}`.toLowerCase() === 'content-disposition:attachment'
      ? { kind: 'attachment', has: true }
      : null
  const compared = tags.filter((tag) => tag !== ':all' && tag !== ':domain' && tag !== ':text')
  const how =
    compared.length === 0
      ? 'is'
      : compared.length === 1
        ? Object.entries(tests).find(([tag]) => tag === compared[0])?.[1]
        : undefined
  if (how === undefined) return null
  if (test.name === 'body' && tags.includes(':text') && how === 'contains' && lists.length === 1)
    return { kind: 'body', test: how, values: names }
  if (lists.length !== 2 || tags.includes(':text')) return null
  return textCondition(test.name, how, { names: names.map((one) => one.toLowerCase()), values, tags })
}

type Compared = {
  readonly names: readonly string[]
  readonly values: readonly string[]
  readonly tags: readonly string[]
}

function textCondition(
  name: string,
  test: 'contains' | 'is' | 'matches',
  { names, values, tags }: Compared,
): Condition | null {
  const key = names.toSorted().join(' ')
  const field = ({ from: 'from', to: 'to', cc: 'cc', 'cc to': 'toOrCc' } as const)[key]
  const isDomain = tags.includes(':domain')
  if (name === 'address') {
    if (field === undefined) return null
    if (isDomain) return { kind: 'domain', field, test, values }
    return test === 'is' ? { kind: 'person', field, test, values } : null
  }
  if (isDomain || tags.includes(':all')) return null
  if (name !== 'header') return null
  if (field !== undefined && test !== 'is') return { kind: 'person', field, test, values }
  if (names.length !== 1) return null
  return key === 'subject' ? { kind: 'subject', test, values } : { kind: 'header', name: names[0] ?? '', test, values }
}

function deny(condition: Condition | null): Condition | null {
  if (condition === null) return null
  if (condition.kind === 'hasHeader') return { ...condition, exists: !condition.exists }
  if (condition.kind === 'attachment') return { ...condition, has: !condition.has }
  if (condition.kind === 'body') return condition.test === 'contains' ? { ...condition, test: 'notContains' } : null
  if (condition.kind === 'size') return null
  const { test } = condition
  return test === 'contains' || test === 'is' || test === 'matches' ? { ...condition, test: denials[test] } : null
}

const units: Readonly<Record<string, number>> = { k: 1024, m: 1024 ** 2, g: 1024 ** 3 }

function sizeOf(tags: readonly string[], args: readonly SieveArg[]): Condition | null {
  const number = args.find(({ kind }) => kind === 'number')
  const test = tags[0] === ':over' ? 'over' : tags[0] === ':under' ? 'under' : null
  if (number?.kind !== 'number' || test === null || args.length !== 2) return null
  const unit = units[number.text.slice(-1).toLowerCase()]
  const bytes = Number(unit === undefined ? number.text : number.text.slice(0, -1)) * (unit ?? 1)
  return { kind: 'size', test, bytes }
}

const textsOf = (args: readonly SieveArg[]) => args.flatMap((it) => (it.kind === 'texts' ? [it.texts] : []))

function actionOf({ name, args, tests: within, block }: SieveCommand): RuleAction | null {
  const tags = args.flatMap((it) => (it.kind === 'tag' ? [it.text] : []))
  const [texts, ...more] = textsOf(args)
  const isCopy = tags[0] === ':copy'
  if (within.length > 0 || block !== null || more.length > 0 || tags.length > (isCopy ? 1 : 0)) return null
  if (name === 'discard') return args.length === 0 ? { kind: 'discard' } : null
  const [text] = texts ?? []
  if (text === undefined || texts?.length !== 1) return null
  if (name === 'fileinto') return { kind: isCopy ? 'copy' : 'file', folder: text }
  if (name === 'redirect') return { kind: 'redirect', to: text, keepCopy: isCopy }
  if (isCopy) return null
  if (name === 'reject') return { kind: 'reject', text }
  const flag = name === 'addflag' ? text.toLowerCase() : ''
  return flag === '\\seen' ? { kind: 'markSeen' } : flag === '\\flagged' ? { kind: 'flag' } : null
}
