/** Recall, letter by letter (SPEC §4, §8; BEHAVIOUR §8): of a mail that was received, and of one that is not there. */
import type { Exchange } from './exchange'

const call = { signedIn: true, status: 200 } as const

export const exchanges: readonly Exchange[] = [
  {
    ...call,
    method: 'GET',
    title: 'a recall of a mail that is not there cannot be asked about',
    path: '/webmail/recall/recallInfo.action?id=nowhere',
    answer: { code: 'notFound', msg: 'errors:notFound' },
  },
  {
    ...call,
    method: 'POST',
    title: 'nor done',
    path: '/webmail/recall/recallMail.action',
    form: 'id=nowhere&notice=1',
    answer: { code: 'notFound', msg: 'errors:notFound' },
  },
  {
    ...call,
    method: 'GET',
    title: 'and what was never recalled has no state',
    path: '/webmail/recall/recallStatus.action?id=«MAIL»',
    answer: { code: 'notFound', msg: 'errors:notFound' },
  },
]
