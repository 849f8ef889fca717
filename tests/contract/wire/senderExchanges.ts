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
  {
    ...call,
    title: 'entries are put on the blacklist, and what is wrong is named by its position',
    path: '/webmail/mailFiltering/addListEntries.action',
    form: 'kind=black&entries=Spam%40bad.example&entries=%40%E4%BE%8B%E5%AD%90.example&entries=nobody',
    answer: {
      code: '200',
      added: ['spam@bad.example', '@xn--fsqu00a.example'],
      already: [],
      refused: [{ at: 2, fault: 'invalid' }],
      against: [],
    },
  },
  {
    ...call,
    title: 'a page of the lists',
    path: '/webmail/mailFiltering/senderLists.action',
    form: 'kind=black&query=bad&order=newest&from=0',
    answer: {
      code: '200',
      entries: [{ entry: 'spam@bad.example', kind: 'black', against: null }],
      total: 1,
      counts: { black: 2, white: 0 },
    },
  },
  {
    ...call,
    title: 'what the lists say of an address',
    path: '/webmail/mailFiltering/listedSenders.action',
    form: 'addresses=spam%40bad.example&addresses=w%40example.cn',
    answer: { code: '200', blocked: ['spam@bad.example'] },
  },
  {
    ...call,
    title: 'entries are removed',
    path: '/webmail/mailFiltering/removeListEntries.action',
    form: 'black=spam%40bad.example&black=nobody%40bad.example',
    answer: { code: '200', black: ['spam@bad.example'], white: [] },
  },
]
