/** Everything in one archive, and the closing of an account, letter by letter. */
import type { Exchange } from './exchange'

const call = { method: 'POST', signedIn: true, status: 200 } as const
const none = { code: '200', state: 'none', id: '', done: 0, total: 0, size: null, expiresAt: null, reason: null }

export const exchanges: readonly Exchange[] = [
  {
    ...call,
    title: 'an account without an archive',
    method: 'GET',
    path: '/webmail/leaving/archive.action',
    answer: none,
  },
  {
    ...call,
    title: 'an archive is asked for, which may be ready by the answer',
    path: '/webmail/leaving/startArchive.action',
    form: 'format=mbox&files=1&language=zh-CN',
    answer: {
      ...{ code: '200', state: '{text}', id: '{id:ARCHIVE}', done: '{number}', total: 1 },
      ...{ size: '{anything}', expiresAt: '{anything}', reason: null },
    },
  },
  {
    ...call,
    title: 'an archive needs the ticket of a session',
    signedIn: false,
    method: 'GET',
    path: '/webmail/leaving/downloadArchive.action?sid=none&id=«ARCHIVE»',
    status: 404,
    answer: { code: 'ticketExpired', msg: 'errors:ticketExpired' },
  },
  {
    ...call,
    title: 'an archive is given up',
    path: '/webmail/leaving/dropArchive.action',
    form: '',
    answer: none,
  },
  {
    ...call,
    title: 'what a closing means for a member without an organization',
    method: 'GET',
    path: '/webmail/leaving/closing.action',
    answer: {
      ...{ code: '200', isOffered: true, organization: null, needsCode: false, tier: 'soho', dueTime: 1798732799999 },
    },
  },
  {
    ...call,
    title: 'the wrong password closes nothing',
    path: '/webmail/leaving/close.action',
    form: 'password=wrong',
    answer: { code: '004', msg: 'errors:004', field: 'password' },
  },
  {
    ...call,
    title: 'a closing without a session',
    signedIn: false,
    path: '/webmail/leaving/close.action',
    form: 'password=Passw0rd%21a',
    status: 403,
    answer: '{anything}',
  },
  {
    ...call,
    title: 'the account is closed',
    path: '/webmail/leaving/close.action',
    form: 'password=Passw0rd%21a',
    answer: { code: '200', closesAt: 1796433300000 },
  },
  {
    ...call,
    title: 'a sign-in is told when it goes',
    signedIn: false,
    path: '/webmail/login/loginService.action',
    form: 'username=lin%40ep.test&password=Passw0rd%21a&timezone=Asia%2FShanghai',
    answer: { code: '007', msg: 'errors:007', status: '007', closing: { at: 1796433300000, ticket: '{id:RETURN}' } },
  },
  {
    ...call,
    title: 'another ticket takes nothing back',
    signedIn: false,
    path: '/webmail/leaving/takeBack.action',
    form: 'ticket=another',
    answer: { code: 'ticketExpired', msg: 'errors:ticketExpired' },
  },
  {
    ...call,
    title: 'the account is taken back',
    signedIn: false,
    path: '/webmail/leaving/takeBack.action',
    form: 'ticket=«RETURN»',
    answer: { code: '200' },
  },
]
