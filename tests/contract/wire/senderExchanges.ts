/** Decisions about senders and rules, letter by letter (SPEC §5, BEHAVIOUR §10, §11). */
import type { Exchange } from './exchange'

const call = { method: 'POST', signedIn: true, status: 200 } as const
const none = { blocked: [], distrusted: [], trusted: [], unblocked: [], against: [] }

export const exchanges: readonly Exchange[] = [
  {
    ...call,
    title: 'the sender of a mail is trusted',
    path: '/webmail/mailFiltering/decideSenders.action',
    form: 'ids=«MAIL»&decision=trust',
    answer: { code: '200', ...none, entries: ['w@example.cn'], trusted: ['w@example.cn'] },
  },
  {
    ...call,
    title: 'a decision is taken back',
    path: '/webmail/mailFiltering/takeBackDecision.action',
    form: 'trusted=w%40example.cn',
    answer: { code: '200' },
  },
  {
    ...call,
    title: 'a rule without a name is refused by its field',
    path: '/webmail/mailFiltering/addRule.action',
    form: 'rule=%7B%22name%22%3A%22%22%2C%22match%22%3A%22all%22%2C%22conditions%22%3A%5B%7B%22field%22%3A%22from%22%2C%22test%22%3A%22is%22%2C%22value%22%3A%22a%22%7D%5D%2C%22markSeen%22%3Atrue%2C%22flag%22%3Afalse%2C%22folder%22%3Anull%7D',
    answer: { code: 'badField', msg: 'errors:badField', field: 'name' },
  },
]
