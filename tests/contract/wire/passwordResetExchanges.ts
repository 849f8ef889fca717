/** A forgotten password, letter by letter, at a gateway whose number no operator takes in. */
import type { Exchange } from './exchange'

const call = { method: 'POST', signedIn: false, status: 200 } as const
const gone = { code: 'verificationGone', msg: 'errors:verificationGone' }

export const exchanges: readonly Exchange[] = [
  {
    ...call,
    title: 'a new password can be set where passwords are kept',
    path: '/webmail/passwordReset/offer.action',
    form: '',
    answer: { code: '200', isOffered: true },
  },
  {
    ...call,
    title: 'a reset is not begun without a captcha that was asked for',
    path: '/webmail/passwordReset/begin.action',
    form: 'address=lin%40ep.test&captcha=abcde&captchaRandom=nobody-asked-for-it',
    answer: { code: 'captchaNeeded', msg: 'errors:captchaNeeded', field: 'captcha' },
  },
  {
    ...call,
    title: 'a reset that was never begun has no code',
    path: '/webmail/passwordReset/phone.action',
    form: 'token=abc',
    answer: gone,
  },
  {
    ...call,
    title: 'nor a phone that could prove it',
    path: '/webmail/passwordReset/phoneState.action',
    form: 'token=abc',
    answer: { code: '200', state: 'over' },
  },
  {
    ...call,
    title: 'nor a link',
    path: '/webmail/passwordReset/mailbox.action',
    form: 'token=abc',
    answer: gone,
  },
  {
    ...call,
    title: 'nor a new password',
    path: '/webmail/passwordReset/finish.action',
    form: 'way=mailbox&secret=abc&newPassword=Another-pass1',
    answer: gone,
  },
]
