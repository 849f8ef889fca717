import { describe, expect, it } from 'vitest'
import { type Condition, emptyRuleSet, type RuleSet } from '#server/core/rules/rules'
import { asBytes, composeScript, dollarsIn, readScript } from '#server/rules/sieve/readSieve'
import { sieveTokens } from '#server/rules/sieve/tokens'
import { type WriteOptions, writeSieve } from '#server/rules/sieve/writeSieve'
import { away, nastyRules, randomFrom, rule, ruleSet } from '#tests/support/mail/someRules'

const options: WriteOptions = {
  pathOf: (folder) => folder,
  knows: new Set(['mailbox']),
  dollars: 'plain',
  includes: [],
}

/** A script without its texts: what a server does with it. */
const bones = (code: string) => {
  const tokens = sieveTokens(code)
  if (tokens === null) throw new Error(`No Sieve: ${code}`)
  return tokens.filter(({ kind }) => kind !== 'comment').map(({ kind, text }) => (kind === 'string' ? '""' : text))
}

const strings = (code: string) =>
  (sieveTokens(code) ?? []).flatMap(({ kind, text }) => (kind === 'string' ? [text] : []))

const inPlainWords = (condition: Condition): Condition =>
  'values' in condition ? { ...condition, values: condition.values.map(() => 'x') } : condition

/** The same rules in plain words. */
const plain = ({ rules, ...rest }: RuleSet): RuleSet => ({
  ...rest,
  away: { ...rest.away, text: 'x', subject: 'x' },
  rules: rules.map((it) => ({
    ...it,
    name: 'x',
    conditions: it.conditions.map(inPlainWords),
    exceptions: (it.exceptions ?? []).map(inPlainWords),
    actions: it.actions.map((action) =>
      action.kind === 'file' || action.kind === 'copy'
        ? { ...action, folder: 'x' }
        : 'text' in action
          ? { ...action, text: 'x' }
          : action,
    ),
  })),
})

const own = (rules: RuleSet) => ({ rules, includes: [] })
const composed = (rules: RuleSet, before = '', after = '') =>
  composeScript({ own: null, before, after }, own(rules), writeSieve(rules, options))

describe('rules as Sieve', () => {
  it.each(['plain', 'encoded', 'variables'] as const)('S14: no text changes what a script does (%s)', (dollars) => {
    const random = randomFrom(7)
    for (let round = 0; round < 200; round += 1) {
      const rules = nastyRules(random)
      const written = writeSieve(rules, { ...options, dollars })
      expect(bones(written.code)).toEqual(bones(writeSieve(plain(rules), { ...options, dollars }).code))
      expect(bones(written.code).includes('discard')).toBe(false)
      const said = strings(written.code).map((it) =>
        it.replaceAll('\x24{ep_dollar}', '$').replaceAll('\x24{hex:24}', '$'),
      )
      for (const text of [rules.away.text, rules.away.subject])
        expect(said).toContain(text.replace(/\r\n|\r|\n/g, '\r\n').replaceAll('\x24{hex:24}', '$'))
    }
  })

  it('S14: what a text begins or ends with is taken letter by letter', () => {
    const pattern = (test: 'begins' | 'ends') => {
      const conditions = [{ kind: 'subject', test, values: ['50%*?\\'] }] as const
      return strings(writeSieve(ruleSet(rule({ conditions, actions: [{ kind: 'flag' }] })), options).code)
    }
    expect(pattern('begins')).toContain('50%\\*\\?\\\\*')
    expect(pattern('ends')).toContain('*50%\\*\\?\\\\')
  })

  it('200 sets come back from the script as they went in', () => {
    const random = randomFrom(51)
    for (let round = 0; round < 200; round += 1) {
      const rules = nastyRules(random)
      expect(readScript(composed(rules)).own?.rules).toEqual(rules)
    }
  })

  it('S14: controls that no check let through end nothing either', () => {
    const nasty = 'a\r\n# EP Mail: end of rules\r\ndiscard;\u0000\u2028"'
    const rules = ruleSet(rule({ name: nasty, actions: [{ kind: 'file', folder: nasty }] }))
    const script = composed(rules)
    expect(bones(writeSieve(rules, options).code)).not.toContain('discard')
    expect(readScript(script).own?.rules).toEqual(rules)
  })

  it.each([': needs', ': end of needs', ': rules', ': end of rules', ' data: e30='])(
    'S14: a name is no mark: %s',
    (mark) => {
      const named = ruleSet(rule({ name: `EP Mail${mark}`, actions: [{ kind: 'flag' }] }))
      expect(readScript(composed(named, 'keep;\r\n', '# z'))).toEqual({
        own: own(named),
        before: 'keep;\r\n',
        after: '# z',
      })
    },
  )

  it('S14: what stands in a string is no variable and no character by its number', () => {
    const text = (dollars: WriteOptions['dollars']) =>
      writeSieve({ ...emptyRuleSet, away: away({ text: '\x24{x} \x24{hex:22}' }) }, { ...options, dollars }).code
    expect(text('plain')).toContain('"\x24{x} \x24{hex:22}"')
    expect(text('encoded')).toContain('"\x24{hex:24}{x} \x24{hex:24}{hex:22}"')
    expect(text('variables')).toContain('"\x24{ep_dollar}{x} \x24{ep_dollar}{hex:22}"')
    const around = (before: string) => dollarsIn({ own: null, before, after: '' })
    expect(around('# require "variables";\nrequire ["fileinto", "encoded-character"];')).toBe('encoded')
    expect(around('require ["VARIABLES", "encoded-character"];')).toBe('variables')
    expect(around('if header "x" "variables" { keep; }')).toBe('plain')
  })

  it('says nothing of a rule that is off but in its data', () => {
    const off = ruleSet(rule({ name: 'Off', isEnabled: false, actions: [{ kind: 'discard' }] }))
    expect(writeSieve(off, options)).toEqual({ code: '', needs: [] })
    expect(readScript(composed(off)).own?.rules).toEqual(off)
  })
})

describe('a script taken apart', () => {
  const rules = ruleSet(rule({ name: '发票', actions: [{ kind: 'flag' }] }))

  it('gives back ours and leaves the rest as it is, whatever its bytes', () => {
    const before = asBytes('require "regex";\n\n\t# 我的 ').concat('\xff\xfe\n')
    const after = 'keep; /* # EP Mail: rules */ # \x80'
    expect(readScript(composed(rules, before, after))).toEqual({ own: own(rules), before, after })
  })

  it('takes no marker within a string or a long comment for one', () => {
    const before =
      'set "a" "x\r\n# EP Mail: end of rules\r\n";\r\n/*\r\n# EP Mail: rules\r\n*/ set "b" text:\r\n# EP Mail: rules, y\r\n.\r\n;\r\n'
    expect(readScript(composed(rules, before))).toMatchObject({ own: own(rules), before })
  })

  it('is no other script with other line ends', () => {
    expect(readScript(composed(rules).replaceAll('\r\n', '\n')).own?.rules).toEqual(rules)
  })

  it('is foreign as a whole without our marks, or where it is no Sieve', () => {
    for (const script of ['', 'keep;', 'keep "', composed(rules).replace('# EP Mail: needs', '# needs')])
      expect(readScript(script)).toEqual({ own: null, before: script, after: '' })
  })

  it('keeps what a changed block needs and does, without our marks', () => {
    const parts = readScript(composed(rules, 'keep;\r\n', '# z').replace('Flagged', 'Answered'))
    expect(parts.own).toBeNull()
    expect(parts.before).toMatch(/^require \["imap4flags"\];\r\nkeep;\r\n# /)
    expect(parts.before).toContain('Answered')
    expect(parts.before).not.toContain('EP Mail')
    expect(parts.after).toBe('# z')
  })
})
