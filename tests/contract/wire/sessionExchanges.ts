/** Login history and open sessions, letter by letter (SPEC §3). */
import type { Exchange } from './exchange'

const call = { signedIn: true, status: 200 } as const
const origin = { way: 'password', browser: '', system: '', address: '{text}', place: null }

export const exchanges: readonly Exchange[] = [
  {
    ...call,
    title: 'the login history has each sign-in with its whole address and what came of it',
    method: 'GET',
    path: '/webmail/login/signIns.action?days=7&way=password&result=in',
    answer: {
      code: '200',
      list: [{ ...origin, at: '{number}', result: 'in', network: '{text}' }],
      total: 1,
      places: [],
      unknown: 1,
      knowsCities: false,
    },
  },
  {
    ...call,
    title: 'a result that is none',
    method: 'GET',
    path: '/webmail/login/signIns.action?result=perhaps',
    answer: { code: 'badField', msg: 'errors:badField', field: 'result' },
  },
  {
    ...call,
    title: 'the sessions that are open, with the one that asks',
    method: 'GET',
    path: '/webmail/login/sessions.action',
    answer: {
      code: '200',
      sessions: [{ ...origin, id: '{text}', isPresent: true, at: '{number}', ends: '{number}' }],
    },
  },
  {
    ...call,
    title: 'a session that is not there cannot be ended',
    method: 'POST',
    path: '/webmail/login/endSession.action',
    form: 'id=another',
    answer: { code: 'notFound', msg: 'errors:notFound' },
  },
  {
    ...call,
    title: 'all other sessions end',
    method: 'POST',
    path: '/webmail/login/endOtherSessions.action',
    form: '',
    answer: { code: '200' },
  },
  {
    title: 'a picture of a captcha without an id, as any refusal of a call that answers bytes',
    method: 'GET',
    path: '/webmail/vipRegister/captcha',
    signedIn: false,
    status: 404,
    answer: { code: 'badField', msg: 'errors:badField', field: 'random' },
  },
  {
    title: 'a wait in the place of a captcha without an id',
    method: 'POST',
    path: '/webmail/login/captchaWait.action',
    form: '',
    signedIn: false,
    status: 200,
    answer: { code: 'badField', msg: 'errors:badField', field: 'random' },
  },
]
