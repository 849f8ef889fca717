import { afterAll, describe, expect, it } from 'vitest'
import { limits } from '#contract/limits'
import { checkRules } from '#server/core/rules/checkRules'
import { emptyRuleSet } from '#server/core/rules/rules'
import { openMimeReader } from '#server/mime'
import { judge } from '#server/rules/arrival/judge'
import { meetsTextCondition } from '#server/rules/arrival/textCondition'
import { away, rule, ruleSet } from '../../support/mail/someRules'
import { type JudgeRules, ruleOutcomesAgree } from '../conformance/rules/ruleOutcomes'

const mime = openMimeReader({ workers: 1 })
afterAll(() => mime.close())

const owner = 'lin@ep.test'
const folders = new Set(['inbox', 'junk', 'projects'])

const judged: JudgeRules = async (rules, mail, now) => {
  const { raw, from, to } = mail(owner)
  const bytes = Buffer.from(raw)
  const parsed = await mime.parse({ bytes })
  const { kept, reply, ...rest } = judge(rules, { parsed, from, to, size: bytes.length, isChecked: false }, now, (it) =>
    folders.has(it),
  )
  const marks = (it: (typeof kept)[number]) => [...(it.flagged ? ['flagged'] : []), ...(it.seen ? ['seen'] : [])]
  return { ...rest, kept: kept.map((it) => ({ folder: it.folder, marks: marks(it) })), reply: reply?.text ?? null }
}

ruleOutcomesAgree('on paper', () => judged)

describe('a domain in letters', () => {
  const isIn = (values: readonly string[]) => ({ kind: 'person', field: 'from', test: 'is', values }) as const
  it.each(['x@bücher.example', '@bücher.example', '@xn--bcher-kva.example'])(
    'is blocked in either spelling: %s',
    async (entry) => {
      for (const from of ['x@xn--bcher-kva.example', 'x@bücher.example']) {
        const raw = `From: ${from}\r\nTo: ${owner}\r\nSubject: x\r\n\r\nx`
        const rules = { ...emptyRuleSet, lists: { black: [entry], white: [] } }
        expect((await judged(rules, () => ({ raw, from, to: owner }), 0)).kept).toMatchObject([{ folder: 'junk' }])
      }
    },
  )

  it('is meant by a rule in either spelling, and redirected to in A-labels', async () => {
    const rule = { id: 'r', name: 'r', isEnabled: true, match: 'all', stops: false } as const
    const actions = [{ kind: 'redirect', to: 'y@bücher.example', keepCopy: false }] as const
    const raw = `From: x@xn--bcher-kva.example\r\nTo: ${owner}\r\nSubject: x\r\n\r\nx`
    const rules = { ...emptyRuleSet, rules: [{ ...rule, conditions: [isIn(['x@bücher.example'])], actions }] }
    const outcome = await judged(rules, () => ({ raw, from: 'x@xn--bcher-kva.example', to: owner }), 0)
    expect(outcome.redirectedTo).toEqual(['y@xn--bcher-kva.example'])
  })
})

describe('a set of rules', () => {
  it.each([
    ['matches', limits.rulesWildcardCharacters],
    ['contains', limits.rulesValueCharacters],
  ] as const)('S30: has no more characters to compare than a mail may cost (%s)', (test, most) => {
    const values = (characters: number) => Array<string>(characters / 500).fill('*'.repeat(500))
    const all = Array.from({ length: Math.ceil(most / 25_000) }, (_, at) =>
      rule({
        id: `${at}`,
        conditions: [{ kind: 'subject', test, values: values(Math.min(most, 25_000)) }],
        actions: [{ kind: 'flag' }],
      }),
    )
    expect(() => checkRules(ruleSet(...all))).not.toThrow()
    const more = rule({
      id: 'more',
      conditions: [{ kind: 'subject', test, values: ['*'] }],
      actions: [{ kind: 'flag' }],
    })
    expect(() => checkRules(ruleSet(...all, more))).toThrow(expect.objectContaining({ code: 'tooLarge' }))
  })
})

describe('the whitelist', () => {
  const none = { spf: 'none', dkim: 'none', dmarc: 'none' } as const
  it.each([
    ['mail that DMARC proves', { ...none, dmarc: 'pass' }, 'x@far.test', true, 'inbox'],
    [
      'mail whose sender on the way is proven and of that domain',
      { ...none, spf: 'pass' },
      'b@bad.test',
      true,
      'inbox',
    ],
    ['not mail that DMARC denies', { ...none, spf: 'pass', dmarc: 'fail' }, 'b@bad.test', true, 'junk'],
    ['not mail that another domain sends', { ...none, spf: 'pass' }, 'x@far.test', true, 'junk'],
    ['not mail of which nothing is found here, where it is looked', none, 'b@bad.test', true, 'junk'],
    ['mail of which nobody has looked who sent it', none, 'b@bad.test', false, 'inbox'],
  ] as const)('S31: saves from the blacklist %s', async (_title, authentication, from, isChecked, folder) => {
    const parsed = await mime.parse({ bytes: Buffer.from(`From: b@bad.test\r\nTo: ${owner}\r\nSubject: x\r\n\r\nx`) })
    const mail = { parsed: { ...parsed, authentication }, from, to: owner, size: 9, isChecked }
    const rules = { ...emptyRuleSet, lists: { black: ['@bad.test'], white: ['b@bad.test'] } }
    expect(judge(rules, mail, 0, (it) => folders.has(it)).kept).toMatchObject([{ folder }])
  })
})

describe('the whitelist against what was found at the door', () => {
  const none = { spf: 'none', dkim: 'none', dmarc: 'none' } as const
  it.each([
    ['mail that DMARC proves', { ...none, dmarc: 'pass' }, 'x@far.test', 'inbox'],
    ['mail whose sender on the way is proven and of that domain', { ...none, spf: 'pass' }, 'b@bad.test', 'inbox'],
    ['not mail that another domain sends', { ...none, spf: 'pass' }, 'x@far.test', 'junk'],
    ['not mail of which nobody has looked who sent it', none, 'b@bad.test', 'junk'],
  ] as const)('S31: saves %s', async (_title, authentication, from, folder) => {
    const parsed = await mime.parse({ bytes: Buffer.from(`From: b@bad.test\r\nTo: ${owner}\r\nSubject: x\r\n\r\nx`) })
    const rules = { ...emptyRuleSet, lists: { black: [], white: ['b@bad.test'] } }
    const mail = { parsed: { ...parsed, authentication }, from, to: owner, size: 9, isChecked: false }
    const found = [
      { scan: 'junk', isDisowned: false },
      { scan: null, isDisowned: true },
    ] as const
    const filed = found.map(
      (it) => judge(rules, { ...mail, found: it }, 0, (name) => folders.has(name)).kept[0]?.folder,
    )
    expect(filed).toEqual([folder, folder])
  })
})

describe('whom nobody answers', () => {
  const answered = async (header: string, from = 'san@corp.test', to = owner) => {
    const raw = `From: ${from}\r\nTo: ${to}\r\n${header}Subject: x\r\n\r\nx`
    const outcome = await judged(
      { ...emptyRuleSet, away: away({ addresses: ['l@ep.test'] }) },
      () => ({ raw, from, to: owner }),
      0,
    )
    return outcome.reply !== null
  }

  it.each([
    ['a list', 'List-Id: <a.b>\r\n'],
    ['bulk mail', 'Precedence: bulk\r\n'],
    ['a newsletter', 'List-Unsubscribe: <https://far.example/leave>\r\n'],
    ['a list of another age', 'Precedence: list\r\n'],
    ['another machine', 'Auto-Submitted: auto-replied\r\n'],
    ['a machine that says what it is', 'Auto-Submitted: auto-generated; type=x\r\n'],
    ['who asks for none', 'X-Auto-Response-Suppress: OOF, AutoReply\r\n'],
  ])('S27: is not %s', async (_who, header) => {
    expect(await answered(header)).toBe(false)
  })

  it.each([
    '',
    'MAILER-DAEMON@x.test',
    'owner-list@x.test',
    'list-request@x.test',
    'no-reply@x.test',
    'noreply+1@x.test',
    'LIN@ep.test',
    'l@ep.test',
  ])('the sender %j', async (from) => {
    expect(await answered('', from)).toBe(false)
  })

  it('answers a person who wrote to one of the own addresses, and nobody who wrote to another', async () => {
    expect(await answered('Auto-Submitted: no\r\n')).toBe(true)
    expect(await answered('', 'san@corp.test', 'L@ep.test')).toBe(true)
    expect(await answered('', 'san@corp.test', 'team@lists.test')).toBe(false)
  })
})

describe('patterns', () => {
  it('S30: one that goes back and forth 200 times is not met by a text without its end', () => {
    expect(meetsTextCondition('matches', [`${'a'.repeat(4_000)}b`], [`${'*a'.repeat(200)}c`])).toBe(false)
  })

  it.each([
    ['*', '', true],
    ['?', '', false],
    ['a*b*c', 'a-b-b-c', true],
    ['a*b*c', 'a-c-b', false],
    ['\\?', '?', true],
    ['\\?', 'x', false],
    ['\\\\*', '\\x', true],
  ])('%s over %s is %s', (pattern, text, isMet) => {
    expect(meetsTextCondition('matches', [text], [pattern])).toBe(isMet)
  })
})
