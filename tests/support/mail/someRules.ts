/** Rules as tests write them, and texts that try to be more than text. */
import {
  type AwayReply,
  type Condition,
  emptyRuleSet,
  type Rule,
  type RuleAction,
  type RuleSet,
} from '#server/core/rules/rules'

export function rule(change: Partial<Rule> & { readonly actions: readonly RuleAction[] }): Rule {
  return { id: 'r1', name: 'Rule', isEnabled: true, match: 'all', conditions: [], stops: false, ...change }
}

/** Rules in order, with ids of their place. */
export function ruleSet(...rules: readonly Rule[]): RuleSet {
  return { ...emptyRuleSet, rules: rules.map((it, place) => ({ ...it, id: `r${place + 1}` })) }
}

export const subjectHas = (value: string): Condition => ({ kind: 'subject', test: 'contains', values: [value] })

export const away = (change: Partial<AwayReply> = {}): AwayReply => ({
  ...emptyRuleSet.away,
  isEnabled: true,
  text: '我在休假。\nI am away.',
  ...change,
})

const pieces = [
  '"',
  '\\',
  '\\"',
  '";',
  '"; discard; #',
  '*/',
  '/*',
  '#',
  '{5+}',
  '}',
  `\${hex:22}`,
  `\${x}`,
  `\${unicode:40}`,
  'text:',
  '.',
  ';',
  'stop;',
  'redirect "a@b.test";',
  '# EP Mail: end of rules',
  '# EP Mail: end of needs',
  'BYE',
  'OK',
  '发票',
  'é',
  '👩‍👩‍👧',
  '\u202e',
  '%s',
  "'",
  '`',
  ' ',
  'a',
  'Z',
]

const endings = ['\n', '\r\n', '\n.\n', '\r\n.\r\n', '\n# EP Mail: end of rules\n', '\r\n"; discard;\r\n']

/** Always the same numbers for the same seed, from 0 up to 1. */
export function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** `line` has no line ends, as names and values; a text may have any. */
export function nastyText(random: () => number, kind: 'line' | 'text'): string {
  const from = kind === 'line' ? pieces : [...pieces, ...endings]
  const count = 1 + Math.floor(random() * 12)
  const text = Array.from({ length: count }, () => from[Math.floor(random() * from.length)] ?? '').join('')
  return text.trim() === '' ? `${text}x` : text
}

/** Rules in which every text is such a one; the second one is switched off. */
export function nastyRules(random: () => number): RuleSet {
  const cut = (text: string, most: number) => [...text].slice(0, most).join('')
  const line = () => cut(nastyText(random, 'line'), 80)
  const text = () => cut(nastyText(random, 'text'), 250)
  const set = ruleSet(
    rule({
      name: line(),
      match: 'any',
      conditions: [
        subjectHas(line()),
        { kind: 'person', field: 'toOrCc', test: 'notContains', values: [line(), line()] },
        { kind: 'header', name: 'X-Any', test: 'matches', values: [line()] },
        { kind: 'envelope', field: 'from', test: 'is', values: [line()] },
        { kind: 'domain', field: 'from', test: 'isNot', values: [line()] },
        { kind: 'size', test: 'over', bytes: 1_000 },
        { kind: 'hasHeader', name: 'List-Id', exists: false },
        { kind: 'person', field: 'from', test: 'begins', values: [line()] },
        { kind: 'subject', test: 'ends', values: [line()] },
        { kind: 'body', test: 'notContains', values: [line()] },
        { kind: 'attachment', has: true },
      ],
      exceptions: [subjectHas(line()), { kind: 'body', test: 'contains', values: [line()] }],
      actions: [
        { kind: 'markSeen' },
        { kind: 'flag' },
        { kind: 'file', folder: line() },
        { kind: 'copy', folder: line() },
        { kind: 'reply', text: text() },
      ],
    }),
    rule({ name: `${line()} */ discard;`, isEnabled: false, actions: [{ kind: 'discard' }] }),
    rule({ name: line(), conditions: [subjectHas(line())], actions: [{ kind: 'reject', text: text() }] }),
    rule({
      name: line(),
      actions: [{ kind: 'redirect', to: "o'neil+x@other.test", keepCopy: true }],
      stops: true,
    }),
  )
  return { ...set, away: away({ subject: line(), text: text(), from: 1_700_000_000_000, until: 1_900_000_000_000 }) }
}
