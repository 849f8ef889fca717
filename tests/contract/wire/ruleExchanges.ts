/** Classification rules, letter by letter (SPEC §3, §5, BEHAVIOUR §10). */
import type { Exchange } from './exchange'

const call = { method: 'POST', signedIn: true, status: 200 } as const
const around = { isInForce: true, isForwarding: false, foreign: [], lacking: [] }

/** The rule below as a form holds it. */
const encoded =
  '%7B%22name%22%3A%22%E8%AF%84%E5%AE%A1%22%2C%22match%22%3A%22all%22%2C%22conditions%22%3A%5B%7B%22kind%22%3A%22subject%22%2C' +
  '%22test%22%3A%22begins%22%2C%22values%22%3A%5B%22%E5%91%A8%E4%BA%94%22%5D%7D%5D%2C%22exceptions%22%3A%5B%5D%2C%22actions%22%3A%5B' +
  '%7B%22kind%22%3A%22flag%22%7D%5D%2C%22stops%22%3Afalse%7D'

const match = {
  id: '{text}',
  folder: 'inbox',
  from: { name: '王丽', address: 'w@example.cn' },
  subject: '周五评审会改到 14:30',
  receivedAt: 1795223700000,
}

const shown = {
  id: '{id:RULE}',
  name: '评审',
  isEnabled: true,
  match: 'all',
  conditions: [{ kind: 'subject', test: 'begins', values: ['周五'] }],
  exceptions: [],
  actions: [{ kind: 'flag' }],
  stops: false,
  version: '{id:VERSION}',
  isFolderGone: false,
}

export const exchanges: readonly Exchange[] = [
  {
    ...call,
    title: 'a rule is tried on what is there',
    path: '/webmail/mailFiltering/tryRule.action',
    form: `rule=${encoded}`,
    answer: { code: '200', matches: [match], examined: 1, next: null, isCut: false },
  },
  {
    ...call,
    title: 'a rule is added',
    path: '/webmail/mailFiltering/saveRule.action',
    form: `rule=${encoded}`,
    answer: { code: '200', ...around, rules: [shown], id: '{id:RULE}' },
  },
  {
    ...call,
    title: 'a rule is changed over its version',
    path: '/webmail/mailFiltering/saveRule.action',
    form: `id=«RULE»&version=«VERSION»&rule=${encoded}`,
    answer: { code: '200', ...around, rules: [shown], id: '{id:RULE}' },
  },
  {
    ...call,
    title: 'a rule is not changed over another version',
    path: '/webmail/mailFiltering/saveRule.action',
    form: `id=«RULE»&version=old&rule=${encoded}`,
    answer: { code: 'rulesChanged', msg: 'errors:rulesChanged' },
  },
  {
    ...call,
    title: 'a rule without a name is refused by its field',
    path: '/webmail/mailFiltering/saveRule.action',
    form: `rule=${encoded.replace('%E8%AF%84%E5%AE%A1', '')}`,
    answer: { code: 'badField', msg: 'errors:badField', field: 'name' },
  },
  {
    ...call,
    title: 'a rule without an action is refused by its field',
    path: '/webmail/mailFiltering/saveRule.action',
    form: `rule=${encoded.replace('%7B%22kind%22%3A%22flag%22%7D', '')}`,
    answer: { code: 'badField', msg: 'errors:badField', field: 'actions' },
  },
  {
    ...call,
    title: 'a rule is switched off',
    path: '/webmail/mailFiltering/switchRule.action',
    form: 'id=«RULE»&on=0',
    answer: { code: '200', ...around, rules: [{ ...shown, isEnabled: false }] },
  },
  {
    ...call,
    title: 'a rule is moved to the end',
    path: '/webmail/mailFiltering/moveRule.action',
    form: 'id=«RULE»',
    answer: { code: '200', ...around, rules: [{ ...shown, isEnabled: false }] },
  },
  {
    title: 'the rules are listed',
    method: 'GET',
    path: '/webmail/mailFiltering/rules.action',
    signedIn: true,
    status: 200,
    answer: { code: '200', ...around, rules: [{ ...shown, isEnabled: false }] },
  },
  {
    ...call,
    title: 'a rule is removed',
    path: '/webmail/mailFiltering/removeRule.action',
    form: 'id=«RULE»',
    answer: { code: '200', ...around, rules: [] },
  },
  {
    ...call,
    title: 'a removed rule comes back as it was',
    path: '/webmail/mailFiltering/restoreRule.action',
    form: `rule=${encoded.replace('%7B%22name%22', '%7B%22id%22%3A%22«RULE»%22%2C%22isEnabled%22%3Afalse%2C%22name%22')}`,
    answer: { code: '200', ...around, rules: [{ ...shown, isEnabled: false }] },
  },
  {
    title: 'no rules were run',
    method: 'GET',
    path: '/webmail/mailFiltering/ruleRun.action',
    signedIn: true,
    status: 200,
    answer: { code: '200', run: null },
  },
  {
    ...call,
    title: 'no rules are run where none is on',
    path: '/webmail/mailFiltering/startRuleRun.action',
    form: 'folder=inbox',
    answer: { code: 'notAllowed', msg: 'errors:notAllowed', field: 'id' },
  },
  {
    ...call,
    title: 'no rules are run on what the person writes',
    path: '/webmail/mailFiltering/startRuleRun.action',
    form: 'folder=sent&id=«RULE»',
    answer: { code: 'notAllowed', msg: 'errors:notAllowed', field: 'folder' },
  },
  {
    ...call,
    title: 'a run that is not there is not taken back',
    path: '/webmail/mailFiltering/undoRuleRun.action',
    form: 'id=other',
    answer: { code: 'notFound', msg: 'errors:notFound' },
  },
  {
    ...call,
    title: 'a file of rules is shown before anything is taken from it',
    path: '/webmail/mailFiltering/readRuleFile.action',
    form: 'script=%23%20rule%3A%5BA%5D%0Aif%20header%20%3Acontains%20%22subject%22%20%22x%22%20%7B%20discard%3B%20stop%3B%20%7D%0Akeep%3B',
    answer: {
      ...{ code: '200', foreign: [{ line: 3, command: 'keep' }], refused: [] },
      rules: [
        {
          ...{ id: '{text}', name: 'A', isEnabled: true, match: 'all', exceptions: [], stops: true },
          conditions: [{ kind: 'subject', test: 'contains', values: ['x'] }],
          actions: [{ kind: 'discard' }],
        },
      ],
    },
  },
  {
    ...call,
    title: 'a file that is no Sieve is refused with its line',
    path: '/webmail/mailFiltering/importRules.action',
    form: 'script=keep%3B%0Aif&way=replace',
    answer: { code: 'badField', msg: 'errors:badField', field: 'script', line: 2 },
  },
  {
    title: 'the rules are written as a file',
    method: 'GET',
    path: '/webmail/mailFiltering/exportRules.action',
    signedIn: true,
    status: 200,
    answer: { code: '200', script: '{text}' },
  },
]
