/** Conditions as Sieve tests (RFC 5228 section 5). */
import { bothSpellings } from '#contract/mail/domainSpelling'
import { type Condition, comparesAddress, type PersonField, type Rule, type TextTest } from '../../core/rules/rules'
import { type Dollars, quoted, quotedList } from './quote'

export type Written = { readonly text: string; readonly needs: readonly string[] }

const headersOf: Record<PersonField, readonly string[]> = {
  from: ['from'],
  to: ['to'],
  cc: ['cc'],
  toOrCc: ['to', 'cc'],
}

const matchOf: Record<TextTest, { readonly not: string; readonly tag: string }> = {
  contains: { not: '', tag: ':contains' },
  notContains: { not: 'not ', tag: ':contains' },
  is: { not: '', tag: ':is' },
  isNot: { not: 'not ', tag: ':is' },
  begins: { not: '', tag: ':matches' },
  ends: { not: '', tag: ':matches' },
  matches: { not: '', tag: ':matches' },
  notMatches: { not: 'not ', tag: ':matches' },
}

function conditionTest(condition: Condition, dollars: Dollars): Written {
  const plain = (text: string): Written => ({ text, needs: [] })
  switch (condition.kind) {
    case 'size':
      return plain(`size :${condition.test} ${condition.bytes}`)
    case 'attachment': {
      // RFC 5703 section 4.1; what a mail names no disposition of is no file of its own.
      const test = 'header :mime :anychild :contains "Content-Disposition" "attachment"'
      return { text: `${condition.has ? '' : 'not '}${test}`, needs: ['mime'] }
    }
    case 'body': {
      const { not, tag } = matchOf[condition.test]
      return { text: `${not}body :text ${tag} ${quotedList(condition.values, dollars)}`, needs: ['body'] }
    }
    case 'hasHeader':
      return plain(`${condition.exists ? '' : 'not '}exists ${quoted(condition.name, dollars)}`)
    case 'envelope': {
      const { not, tag } = matchOf[condition.test]
      const values = quotedList(patternsOf(condition.test, bothSpellings(condition.values)), dollars)
      return { text: `${not}envelope :all ${tag} "${condition.field}" ${values}`, needs: ['envelope'] }
    }
    default: {
      const { not, tag } = matchOf[condition.test]
      const names = quotedList(namesOf(condition), dollars)
      return plain(`${not}${partOf(condition)} ${tag} ${names} ${quotedList(valuesOf(condition), dollars)}`)
    }
  }
}

type TextCondition = Exclude<Condition, { readonly kind: 'size' | 'hasHeader' | 'envelope' | 'body' | 'attachment' }>

function valuesOf({ kind, test, values }: TextCondition): readonly string[] {
  return patternsOf(test, kind === 'domain' || kind === 'person' ? bothSpellings(values) : values)
}

/** Sieve has no beginning and end but by a pattern (RFC 5228 section 2.7.1). */
function patternsOf(test: TextTest, values: readonly string[]): readonly string[] {
  if (test !== 'begins' && test !== 'ends') return values
  const literal = values.map((value) => value.replace(/[\\*?]/g, '\\$&'))
  return literal.map((value) => (test === 'begins' ? `${value}*` : `*${value}`))
}

function namesOf(condition: TextCondition): readonly string[] {
  if (condition.kind === 'subject') return ['subject']
  return condition.kind === 'header' ? [condition.name] : headersOf[condition.field]
}

function partOf({ kind, test }: TextCondition): string {
  if (kind === 'domain') return 'address :domain'
  return kind === 'person' && comparesAddress(test) ? 'address :all' : 'header'
}

type Tests = Pick<Rule, 'match' | 'conditions' | 'exceptions'>

/** Whether a mail meets a rule. */
export function ruleCondition({ match, conditions, exceptions = [] }: Tests, dollars: Dollars): Written {
  const written = (condition: Condition) => conditionTest(condition, dollars)
  const tests = conditions.map(written)
  const met = tests.length === 0 ? { text: 'true', needs: [] } : joined(match === 'all' ? 'allof' : 'anyof', tests)
  return exceptions.length === 0 ? met : joined('allof', [met, negated(joined('anyof', exceptions.map(written)))])
}

export function joined(by: 'allof' | 'anyof', tests: readonly Written[]): Written {
  const needs = tests.flatMap((test) => test.needs)
  const [only] = tests
  if (only !== undefined && tests.length === 1) return { text: only.text, needs }
  return { text: `${by} (${tests.map(({ text }) => text).join(', ')})`, needs }
}

export function negated({ text, needs }: Written): Written {
  return { text: `not ${text}`, needs }
}

/** Senders by address or by `@domain`; null for nobody. */
export function sendersCondition(entries: readonly string[], dollars: Dollars): Written | null {
  const spelled = bothSpellings(entries)
  const domains = spelled.filter((entry) => entry.startsWith('@')).map((entry) => entry.slice(1))
  const addresses = spelled.filter((entry) => !entry.startsWith('@'))
  const tests = [
    ...(addresses.length > 0 ? [`address :all :is "from" ${quotedList(addresses, dollars)}`] : []),
    ...(domains.length > 0 ? [`address :domain :is "from" ${quotedList(domains, dollars)}`] : []),
  ]
  return tests.length === 0
    ? null
    : joined(
        'anyof',
        tests.map((text) => ({ text, needs: [] })),
      )
}
