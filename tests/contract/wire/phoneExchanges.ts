/** Binding a phone, letter by letter (SPEC §5, §7, §8), at a gateway whose number no operator takes in. */
import type { Exchange } from './exchange'

const call = { signedIn: true, status: 200, method: 'GET' } as const

export const exchanges: readonly Exchange[] = [
  {
    ...call,
    title: 'binding a phone is not offered where no number takes messages',
    path: '/webmail/vipBindPhone/isPopUp',
    answer: { code: '200', isPopUp: false },
  },
  {
    ...call,
    title: 'a phone is missing',
    path: '/webmail/vipBindPhone/bindPhone?phone=',
    answer: { code: 'phoneEmpty', msg: 'errors:phoneEmpty', field: 'phone' },
  },
  {
    ...call,
    title: 'a phone has eleven digits',
    path: '/webmail/vipBindPhone/verificationPhone?phone=1380000000a',
    answer: { code: 'phoneInvalid', msg: 'errors:phoneInvalid', field: 'phone' },
  },
  {
    ...call,
    title: 'there is no code for a phone that never asked',
    path: '/webmail/vipBindPhone/verificationPhone?phone=13800000000',
    answer: { code: '200', isSuccess: false, msg: '验证码已过期！', isExpired: true },
  },
  {
    ...call,
    title: 'mail by phone is not there without a phone, and none can be bound where no number takes messages',
    path: '/webmail/login/sxyBindStatus',
    answer: { code: '200', bound: false, canBind: false },
  },
  {
    ...call,
    title: 'the dialog is put off',
    method: 'POST',
    path: '/webmail/vipBindPhone/later.action',
    form: '',
    answer: { code: '200' },
  },
]
