/** Protection of a mailbox, letter by letter (SPEC §8), at a gateway whose number no operator takes in. */
import type { Exchange } from './exchange'

const call = { method: 'POST', signedIn: true, status: 200 } as const
const bare = {
  ...{ code: '200', isOffered: true, canBindPhone: false, phone: null, unconfirmedPhone: null },
  ...{ mailbox: null, pending: null },
}

export const exchanges: readonly Exchange[] = [
  { ...call, title: 'nothing is bound', path: '/webmail/protection/show.action', form: '', answer: bare },
  {
    ...call,
    title: 'a secure mailbox is not bound by a wrong password',
    path: '/webmail/protection/bindMailbox.action',
    form: 'password=wrong&address=friend%40far.example',
    answer: { code: 'bindingPasswordWrong', msg: 'errors:bindingPasswordWrong', field: 'password' },
  },
  {
    ...call,
    title: 'no secure mailbox waits to be asked again',
    path: '/webmail/protection/askMailboxAgain.action',
    form: '',
    answer: { code: 'notFound', msg: 'errors:notFound' },
  },
  {
    ...call,
    title: 'a secure phone is not bound by a wrong password',
    path: '/webmail/protection/bindPhone.action',
    form: 'password=wrong&phone=13800000000',
    answer: { code: '004', msg: 'errors:004', field: 'password' },
  },
  {
    ...call,
    title: 'a secure phone is not changed by a wrong password',
    path: '/webmail/protection/changePhone.action',
    form: 'password=wrong&oldPhone=13800000000&phone=13900000000',
    answer: { code: '004', msg: 'errors:004', field: 'password' },
  },
  {
    ...call,
    title: 'a secure phone is not removed by a wrong password',
    path: '/webmail/protection/removePhone.action',
    form: 'password=wrong',
    answer: { code: '004', msg: 'errors:004', field: 'password' },
  },
  {
    ...call,
    title: 'a secure mailbox is not removed by a wrong password',
    path: '/webmail/protection/removeMailbox.action',
    form: 'password=wrong',
    answer: { code: '004', msg: 'errors:004', field: 'password' },
  },
]
