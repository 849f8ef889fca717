/** Passkeys, letter by letter (WebAuthn), at a gateway that is reached on loopback. */
import type { Exchange } from './exchange'

const call = { signedIn: true, status: 200, method: 'POST' } as const
const anonymous = { ...call, signedIn: false }
const signed =
  '%7B%22id%22%3A%22AQ%22%2C%22rawId%22%3A%22AQ%22%2C%22type%22%3A%22public-key%22%2C%22response%22%3A%7B%22clientDataJSON%22%3A%22e30%22%2C%22authenticatorData%22%3A%22AQ%22%2C%22signature%22%3A%22AQ%22%7D%7D'
const made = signed.replace('authenticatorData%22%3A%22AQ%22%2C%22signature', 'attestationObject')
const wrong = { code: 'passkeyWrong', msg: 'errors:passkeyWrong' }

export const exchanges: readonly Exchange[] = [
  {
    ...call,
    title: 'an account has no passkey at first',
    method: 'GET',
    path: '/webmail/login/passkeys.action',
    answer: { code: '200', origin: '{text}', signsIn: true, passkeys: [] },
  },
  {
    ...call,
    title: 'a passkey begins with the password',
    path: '/webmail/login/beginPasskey.action',
    form: 'password=Passw0rd%21a',
    answer: {
      ...{ code: '200', challenge: '{text}', rp: { id: 'localhost', name: 'EP Mail' } },
      user: { id: '{text}', name: 'lin@ep.test', displayName: '林' },
      ...{ algorithms: [-8, -7, -257], known: [], mustBeFound: true },
    },
  },
  {
    ...call,
    title: 'a passkey for no challenge of ours is not added',
    path: '/webmail/login/addPasskey.action',
    form: `name=key&credential=${made}`,
    answer: wrong,
  },
  {
    ...call,
    title: 'a passkey that is not there cannot be renamed',
    path: '/webmail/login/renamePasskey.action',
    form: 'id=another&name=key',
    answer: { code: 'notFound', msg: 'errors:notFound' },
  },
  {
    ...call,
    title: 'a passkey that is not there cannot be removed',
    path: '/webmail/login/removePasskey.action',
    form: 'password=Passw0rd%21a&id=another',
    answer: { code: 'notFound', msg: 'errors:notFound' },
  },
  {
    ...anonymous,
    title: 'a sign-in asks for any passkey of this site',
    path: '/webmail/login/beginPasskeySignIn.action',
    form: '',
    answer: { code: '200', challenge: '{text}', rpId: 'localhost', allowed: [], mustVerify: true },
  },
  {
    ...anonymous,
    title: 'a passkey for no challenge of ours signs nobody in',
    path: '/webmail/login/passkeySignIn.action',
    form: `answer=${signed}`,
    answer: wrong,
  },
  {
    ...anonymous,
    title: 'a second step by passkey needs the ticket of a first one',
    path: '/webmail/login/secondStepPasskey.action',
    form: 'ticket=another',
    answer: { code: 'ticketExpired', msg: 'errors:ticketExpired' },
  },
]
