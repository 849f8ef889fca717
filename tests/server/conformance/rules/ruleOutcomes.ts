import { describe, expect, it } from 'vitest'
import { type Condition, emptyRuleSet, type Rule, type RuleSet } from '#server/core/rules/rules'
import { away, rule, ruleSet, subjectHas } from '#tests/support/mail/someRules'

export type MailToJudge = {
  readonly raw: string
  /** On the way (RFC 5321). */
  readonly from: string
  readonly to: string
}

/** What became of a mail: the copies by folder with their marks, in any order, and what was sent. */
export type SeenOutcome = {
  readonly kept: readonly { readonly folder: string; readonly marks: readonly string[] }[]
  readonly redirectedTo: readonly string[]
  readonly returned: string | null
  readonly reply: string | null
}

/** `owner` is the mailbox's address. Folders: the product's own, and `projects`, which is there; `gone` is not. */
export type JudgeRules = (rules: RuleSet, mail: (owner: string) => MailToJudge, now: number) => Promise<SeenOutcome>

const headers = {
  From: '"Zhang, San" <san@Corp.test>',
  To: 'OWNER, other@ep.test',
  Cc: 'team@lists.test',
  Subject: 'Re: [Ticket-42] =?utf-8?B?5Y+R56Wo?= due',
  'X-Kind': 'Alpha * Beta',
}

const mail =
  (change: Readonly<Record<string, string>> = {}, body = 'Hello\r\n') =>
  (owner: string) => {
    const lines = Object.entries({ ...headers, ...change }).map(
      ([name, value]) => `${name}: ${value.replace('OWNER', owner)}\r\n`,
    )
    return { raw: `${lines.join('')}\r\n${body}`, from: 'bounce@corp.test', to: owner }
  }

const inbox = (...marks: string[]) => [{ folder: 'inbox', marks }]
const nothing: SeenOutcome = { kept: [], redirectedTo: [], returned: null, reply: null }
const toProjects = { kind: 'file', folder: 'projects' } as const
const flag = { kind: 'flag' } as const
const projects = (...marks: string[]) => [{ folder: 'projects', marks }]

type Case = readonly [title: string, rules: RuleSet, outcome: Partial<SeenOutcome>]

/** A rule that is met flags the mail. */
const met = (title: string, change: Partial<Rule>): Case => [
  title,
  ruleSet(rule({ ...change, actions: [flag] })),
  { kept: inbox('flagged') },
]
const unmet = (title: string, change: Partial<Rule>): Case => [
  title,
  ruleSet(rule({ ...change, actions: [flag] })),
  { kept: inbox() },
]
const on = (...conditions: Rule['conditions'][number][]) => ({ conditions })

const conditions: readonly Case[] = [
  met('a rule without a condition', {}),
  met(
    'a subject, decoded, whatever the case of its letters',
    on({ kind: 'subject', test: 'contains', values: ['发票 DUE'] }),
  ),
  unmet('another subject', on(subjectHas('receipt'))),
  met('one of several values', on({ kind: 'subject', test: 'contains', values: ['receipt', 'ticket'] })),
  unmet('none of several values', on({ kind: 'subject', test: 'notContains', values: ['receipt', 'ticket'] })),
  met('a subject that does not hold a word', on({ kind: 'subject', test: 'notContains', values: ['receipt'] })),
  met('a pattern over the whole subject', on({ kind: 'subject', test: 'matches', values: ['re: [ticket-??] *'] })),
  unmet('a pattern over a part', on({ kind: 'subject', test: 'matches', values: ['[ticket-??]'] })),
  met('a star that is meant', on({ kind: 'header', name: 'x-kind', test: 'matches', values: ['alpha \\* b*'] })),
  unmet(
    'a star that is meant and missing',
    on({ kind: 'header', name: 'subject', test: 'matches', values: ['*\\**'] }),
  ),
  met("a sender's name", on({ kind: 'person', field: 'from', test: 'contains', values: ['zhang, s'] })),
  met("a sender's whole address", on({ kind: 'person', field: 'from', test: 'is', values: ['SAN@corp.test'] })),
  unmet('a part of an address as the whole', on({ kind: 'person', field: 'from', test: 'is', values: ['corp.test'] })),
  met('another address', on({ kind: 'person', field: 'from', test: 'isNot', values: ['wu@corp.test'] })),
  met('a domain', on({ kind: 'domain', field: 'from', test: 'is', values: ['corp.test'] })),
  unmet('a domain above it', on({ kind: 'domain', field: 'from', test: 'is', values: ['test'] })),
  met('a recipient of the copy', on({ kind: 'person', field: 'toOrCc', test: 'is', values: ['team@lists.test'] })),
  unmet(
    'a recipient of the copy among those of To',
    on({ kind: 'person', field: 'to', test: 'is', values: ['team@lists.test'] }),
  ),
  met('the second recipient', on({ kind: 'person', field: 'to', test: 'contains', values: ['other@'] })),
  met('a header that is there', on({ kind: 'hasHeader', name: 'x-kind', exists: true })),
  met('a header that is not there', on({ kind: 'hasHeader', name: 'List-Id', exists: false })),
  unmet(
    'the text of a header that is not there',
    on({ kind: 'header', name: 'List-Id', test: 'contains', values: ['x'] }),
  ),
  met(
    'not the text of a header that is not there',
    on({ kind: 'header', name: 'List-Id', test: 'notContains', values: ['x'] }),
  ),
  met('who sent it on the way', on({ kind: 'envelope', field: 'from', test: 'is', values: ['bounce@corp.test'] })),
  unmet(
    'whom it names as sender, on the way',
    on({ kind: 'envelope', field: 'from', test: 'is', values: ['san@corp.test'] }),
  ),
  met('more than so many bytes', on({ kind: 'size', test: 'over', bytes: 100 })),
  unmet('fewer than so many bytes', on({ kind: 'size', test: 'under', bytes: 100 })),
  met('how a subject begins', on({ kind: 'subject', test: 'begins', values: ['RE: [ticket'] })),
  unmet('what stands further on as its beginning', on({ kind: 'subject', test: 'begins', values: ['[ticket'] })),
  met('how a subject ends', on({ kind: 'subject', test: 'ends', values: ['发票 due'] })),
  unmet('what stands before as its end', on({ kind: 'subject', test: 'ends', values: ['发票'] })),
  met('a star that begins a header', on({ kind: 'header', name: 'x-kind', test: 'begins', values: ['alpha *'] })),
  unmet('a star that is a letter there', on({ kind: 'header', name: 'x-kind', test: 'begins', values: ['alph*'] })),
  met("how a sender's address ends", on({ kind: 'person', field: 'from', test: 'ends', values: ['@corp.test'] })),
  met("how a sender's address begins", on({ kind: 'person', field: 'from', test: 'begins', values: ['SAN@'] })),
  unmet('how a name begins', on({ kind: 'person', field: 'from', test: 'begins', values: ['zhang', '"zhang'] })),
  met('the text', on({ kind: 'body', test: 'contains', values: ['HELLO'] })),
  unmet('a text without a word', on({ kind: 'body', test: 'notContains', values: ['hello', 'x'] })),
  met('a message without a file', on({ kind: 'attachment', has: false })),
  unmet('a file that is not there', on({ kind: 'attachment', has: true })),
  unmet('a rule with an exception that is met', { exceptions: [subjectHas('receipt'), subjectHas('ticket')] }),
  met('a rule with an exception that is not met', { ...on(subjectHas('ticket')), exceptions: [subjectHas('receipt')] }),
  unmet('any of two, where an exception is met', {
    match: 'any',
    ...on(subjectHas('receipt'), subjectHas('ticket')),
    exceptions: [{ kind: 'size', test: 'over', bytes: 100 }],
  }),
  unmet('all of two, one being wrong', on(subjectHas('ticket'), subjectHas('receipt'))),
  met('any of two, one being wrong', { match: 'any', ...on(subjectHas('receipt'), subjectHas('ticket')) }),
  unmet('a rule that is off', { isEnabled: false }),
]

const file = rule({ actions: [toProjects] })
const send = (to: string, keepCopy: boolean) => rule({ actions: [{ kind: 'redirect', to, keepCopy }] })
const returned = { kind: 'reject', text: 'Not\nhere "please"' } as const
const reply = (text: string) => rule({ actions: [{ kind: 'reply', text }] })
const noon = Date.UTC(2026, 10, 21, 12)

const outcomes: readonly Case[] = [
  ['files in place of the inbox', ruleSet(file), { kept: projects() }],
  [
    'files in two folders',
    ruleSet(file, rule({ actions: [{ kind: 'file', folder: 'junk' }] })),
    { kept: [...projects(), { folder: 'junk', marks: [] }] },
  ],
  ['files once in one folder', ruleSet(file, file), { kept: projects() }],
  [
    'copies beside the inbox',
    ruleSet(rule({ actions: [{ kind: 'copy', folder: 'projects' }] })),
    { kept: [...inbox(), ...projects()] },
  ],
  [
    'copies and files',
    ruleSet(rule({ actions: [{ kind: 'copy', folder: 'junk' }, toProjects] })),
    { kept: [...projects(), { folder: 'junk', marks: [] }] },
  ],
  [
    'returns nothing that is copied already',
    ruleSet(rule({ actions: [{ kind: 'copy', folder: 'projects' }] }), rule({ actions: [returned] })),
    { kept: [...inbox(), ...projects()] },
  ],
  [
    'copies into no folder that is gone',
    ruleSet(rule({ actions: [{ kind: 'copy', folder: 'gone' }] })),
    { kept: inbox() },
  ],
  [
    'means the inbox by a folder that is gone',
    ruleSet(rule({ actions: [{ kind: 'file', folder: 'gone' }] })),
    { kept: inbox() },
  ],
  [
    'files in the inbox beside a folder',
    ruleSet(file, rule({ actions: [{ kind: 'file', folder: 'inbox' }] })),
    { kept: [...projects(), ...inbox()] },
  ],
  [
    'marks what it files',
    ruleSet(rule({ actions: [toProjects, flag, { kind: 'markSeen' }] })),
    { kept: projects('flagged', 'seen') },
  ],
  ['marks what a later rule files', ruleSet(rule({ actions: [flag] }), file), { kept: projects('flagged') }],
  ['leaves unmarked what an earlier rule filed', ruleSet(file, rule({ actions: [flag] })), { kept: projects() }],
  ['stops where it is told to', ruleSet({ ...file, stops: true }, send('x@y.test', false)), { kept: projects() }],
  [
    'goes on past a rule that stops and is not met',
    ruleSet(rule({ ...on(subjectHas('receipt')), actions: [flag], stops: true }), file),
    { kept: projects() },
  ],
  ['hands on and keeps a copy', ruleSet(send('x@y.test', true)), { kept: inbox(), redirectedTo: ['x@y.test'] }],
  ['hands on without a copy', ruleSet(send('x@y.test', false)), { redirectedTo: ['x@y.test'] }],
  [
    'hands on without a copy in the inbox and files',
    ruleSet(send('x@y.test', false), file),
    { kept: projects(), redirectedTo: ['x@y.test'] },
  ],
  [
    'hands on once to one address',
    ruleSet(send('x@y.test', true), send('x@y.test', true)),
    { kept: inbox(), redirectedTo: ['x@y.test'] },
  ],
  ['discards', ruleSet(rule({ actions: [{ kind: 'discard' }] }), file), {}],
  [
    'discards what no earlier rule has kept',
    ruleSet(file, rule({ actions: [{ kind: 'discard' }] })),
    { kept: projects() },
  ],
  ['returns', ruleSet(rule({ actions: [returned] }), file), { returned: 'Not\nhere "please"' }],
  [
    'returns nothing that is filed already',
    ruleSet(file, rule({ actions: [returned] }), send('x@y.test', true)),
    { kept: projects() },
  ],
  [
    'returns nothing that is handed on already',
    ruleSet(send('x@y.test', true), rule({ actions: [returned] })),
    { kept: inbox(), redirectedTo: ['x@y.test'] },
  ],
  [
    'returns nothing that is answered already',
    ruleSet(reply('a'), rule({ actions: [returned] })),
    { kept: inbox(), reply: 'a' },
  ],
  ['answers and keeps', ruleSet(reply('Thanks.\n\nLin')), { kept: inbox(), reply: 'Thanks.\n\nLin' }],
  ['answers once, by the first rule', ruleSet(reply('a'), reply('b')), { kept: inbox(), reply: 'a' }],
  ['answers while away', { ...emptyRuleSet, away: away({ text: 'away' }) }, { kept: inbox(), reply: 'away' }],
  [
    'answers while away what a rule files and stops at',
    { ...ruleSet({ ...file, stops: true }), away: away({ text: 'away' }) },
    { kept: projects(), reply: 'away' },
  ],
  [
    'answers by a rule rather than for being away',
    { ...ruleSet(reply('a')), away: away() },
    { kept: inbox(), reply: 'a' },
  ],
  [
    'answers by a rule that stops, and by nothing else',
    { ...ruleSet({ ...reply('a'), stops: true }), away: away() },
    { kept: inbox(), reply: 'a' },
  ],
  ['answers nothing that is discarded', { ...ruleSet(rule({ actions: [{ kind: 'discard' }] })), away: away() }, {}],
  [
    'says nothing of being away with what it returns',
    { ...ruleSet(rule({ actions: [returned] })), away: away() },
    { returned: 'Not\nhere "please"' },
  ],
  [
    'answers within the days of being away',
    { ...emptyRuleSet, away: away({ text: 'a', from: noon - 1_000, until: noon + 86_400_000 }) },
    { kept: inbox(), reply: 'a' },
  ],
  ['answers nothing before them', { ...emptyRuleSet, away: away({ from: noon + 86_400_000 }) }, { kept: inbox() }],
  ['answers nothing after them', { ...emptyRuleSet, away: away({ until: noon - 1_000 }) }, { kept: inbox() }],
  [
    'takes an address of the blacklist for junk, before any rule',
    { ...ruleSet(file), lists: { black: ['SAN@corp.test'], white: [] } },
    { kept: [{ folder: 'junk', marks: [] }] },
  ],
  [
    'takes a domain of the blacklist for junk, and answers nothing',
    { ...emptyRuleSet, away: away(), lists: { black: ['@corp.test'], white: [] } },
    { kept: [{ folder: 'junk', marks: [] }] },
  ],
  [
    'lets the whitelist win',
    { ...ruleSet(file), lists: { black: ['@corp.test'], white: ['san@corp.test'] } },
    { kept: projects() },
  ],
  [
    'takes no other domain for junk',
    { ...emptyRuleSet, lists: { black: ['@rp.test', 'an@corp.test'], white: [] } },
    { kept: inbox() },
  ],
]

/** The same mails and rules, whoever carries them out. `now` is fixed where the carrier's clock can be: else it is the carrier's own. */
export function ruleOutcomesAgree(name: string, judge: () => JudgeRules, now: number | null = null): void {
  const shifted = ({ away: it, ...rules }: RuleSet, by: number): RuleSet => ({
    ...rules,
    away: { ...it, from: it.from === null ? null : it.from + by, until: it.until === null ? null : it.until + by },
  })
  describe(`what rules do: ${name}`, () => {
    const parts = (disposition: string) =>
      `--b\r\nContent-Type: text/html\r\n\r\n<p>Gr&uuml;n <b>und</b> blau</p>\r\n--b\r\nContent-Type: text/csv\r\nContent-Disposition: ${disposition}; filename=a.csv\r\n\r\n1,2\r\n--b--\r\n`
    const withFile = mail({ 'Content-Type': 'multipart/mixed; boundary=b' }, parts('attachment'))
    it.each<Condition>([
      { kind: 'attachment', has: true },
      { kind: 'body', test: 'contains', values: ['grün'] },
      { kind: 'body', test: 'notContains', values: ['<b>'] },
    ])('meets or not: a message in HTML with a file: %o', async (condition) => {
      const seen = await judge()(ruleSet(rule({ conditions: [condition], actions: [flag] })), withFile, now ?? noon)
      expect(seen.kept).toEqual(inbox('flagged'))
    })
    for (const [title, rules, outcome] of [
      ...conditions.map(([it, ...rest]) => [`meets or not: ${it}`, ...rest] as const),
      ...outcomes,
    ]) {
      it(title, async () => {
        const at = now ?? noon
        const seen = await judge()(shifted(rules, at - noon), mail(), at)
        const inPlace = (it: SeenOutcome) => ({
          ...it,
          kept: it.kept.toSorted((a, b) => (a.folder < b.folder ? -1 : 1)),
        })
        expect(inPlace(seen)).toEqual(inPlace({ ...nothing, ...outcome }))
      })
    }
  })
}
