/** Receipts, letter by letter (SPEC §7, BEHAVIOUR §7): of a mail that asks for none, and of one that is not there. */
import type { Exchange } from './exchange'

const call = { method: 'POST', signedIn: true, status: 200 } as const

export const exchanges: readonly Exchange[] = [
  {
    ...call,
    title: 'a receipt that no mail asked for is refused',
    path: '/webmail/writemail/sendreceipt2.action',
    form: 'id=«MAIL»&automatic=0',
    answer: { code: 'notAllowed', msg: 'errors:notAllowed' },
  },
  {
    ...call,
    title: 'and there is nothing to decline',
    path: '/webmail/writemail/ignoreReceipt.action',
    form: 'id=«MAIL»',
    answer: { code: 'notAllowed', msg: 'errors:notAllowed' },
  },
  {
    ...call,
    title: 'a receipt for a mail that is not there',
    path: '/webmail/writemail/sendreceipt2.action',
    form: 'id=nowhere',
    answer: { code: 'notFound', msg: 'errors:notFound' },
  },
  {
    ...call,
    method: 'GET',
    title: 'who has read a mail that is not there cannot be told',
    path: '/webmail/writemail/receiptState.action?id=nowhere',
    answer: { code: 'notFound', msg: 'errors:notFound' },
  },
  {
    ...call,
    method: 'GET',
    title: 'and of what was not sent from here there is nobody to tell of',
    path: '/webmail/writemail/receiptState.action?id=«MAIL»',
    answer: { code: '200', recipients: [] },
  },
]
