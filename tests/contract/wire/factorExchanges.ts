/** The second factor of a sign-in, letter by letter (RFC 6238). */
import type { Exchange } from './exchange'

const call = { signedIn: true, status: 200, method: 'POST' } as const

export const exchanges: readonly Exchange[] = [
  {
    ...call,
    title: 'an account has no second factor at first',
    method: 'GET',
    path: '/webmail/login/factors.action',
    answer: { code: '200', totpSince: null, isNeeded: false, recoveryCodesLeft: 0, codesAsk: null, devices: [] },
  },
  {
    ...call,
    title: 'an authenticator begins with a key that the password asks for',
    path: '/webmail/login/beginTotp.action',
    form: 'password=Passw0rd%21a',
    answer: { code: '200', secret: '{text}', uri: '{text}' },
  },
  {
    ...call,
    title: 'the wrong password gives no key',
    path: '/webmail/login/beginTotp.action',
    form: 'password=wrong',
    answer: { code: '004', msg: 'errors:004', field: 'password' },
  },
  {
    ...call,
    title: 'a code of no digits confirms nothing',
    path: '/webmail/login/confirmTotp.action',
    form: 'code=abcdef',
    answer: { code: 'codeWrong', msg: 'errors:codeWrong', field: 'code' },
  },
  {
    ...call,
    title: 'recovery codes are not made where there is no authenticator',
    path: '/webmail/login/renewRecoveryCodes.action',
    form: 'code=000000',
    answer: { code: 'codeWrong', msg: 'errors:codeWrong', field: 'code' },
  },
  {
    ...call,
    title: 'recovery codes are not made by the password where no passkey alone is asked for',
    path: '/webmail/login/renewRecoveryCodes.action',
    form: 'password=Passw0rd%21a',
    answer: { code: 'notAllowed', msg: 'errors:notAllowed' },
  },
  {
    ...call,
    title: 'an authenticator that is not on cannot be turned off',
    path: '/webmail/login/endTotp.action',
    form: 'password=Passw0rd%21a&code=000000',
    answer: { code: 'codeWrong', msg: 'errors:codeWrong', field: 'code' },
  },
  {
    ...call,
    title: 'a device that is not there cannot be revoked',
    path: '/webmail/login/distrustDevice.action',
    form: 'id=another',
    answer: { code: 'notFound', msg: 'errors:notFound' },
  },
  {
    ...call,
    title: 'a second step needs the ticket of a first one',
    signedIn: false,
    path: '/webmail/login/secondStep.action',
    form: 'ticket=another&code=000000',
    answer: { code: 'ticketExpired', msg: 'errors:ticketExpired' },
  },
]
