/** Decisions about senders, letter by letter (SPEC §5, BEHAVIOUR §11). */
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
]
