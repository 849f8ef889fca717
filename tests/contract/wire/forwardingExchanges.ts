/** Exchanges over the automatic reply, forwarding and verification mails. */
import type { Exchange } from './exchange'

const call = { method: 'POST', signedIn: true, status: 200 } as const
const away = {
  isOn: true,
  text: 'I am away',
  contactText: '',
  colleagueText: '',
  hasColleagues: false,
  firstDay: '2026-12-01',
  lastDay: '2026-12-02',
}

export const exchanges: readonly Exchange[] = [
  {
    ...call,
    title: 'an automatic reply is saved with its days',
    path: '/webmail/settings/saveAutoReply.action',
    form: 'isOn=1&text=I+am+away&contactText=&firstDay=2026-12-01&lastDay=2026-12-02&zone=Asia%2FShanghai',
    answer: { code: '200', ...away, zone: 'Asia/Shanghai', isActive: false, knowsContacts: true },
  },
  {
    ...call,
    title: 'an automatic reply without a text is refused by its field',
    path: '/webmail/settings/saveAutoReply.action',
    form: 'isOn=1&text=&contactText=&firstDay=&lastDay=&zone=UTC',
    answer: { code: 'autoReplyEmpty', msg: 'errors:autoReplyEmpty', field: 'text' },
  },
  {
    ...call,
    title: 'an automatic reply is read',
    path: '/webmail/settings/autoReply.action',
    form: '',
    answer: { code: '200', ...away, zone: 'Asia/Shanghai', isActive: false, knowsContacts: true },
  },
  {
    ...call,
    title: 'an automatic reply is ended',
    path: '/webmail/settings/endAutoReply.action',
    form: '',
    answer: { code: '200', ...away, isOn: false, zone: 'Asia/Shanghai', isActive: false, knowsContacts: true },
  },
  {
    ...call,
    title: 'an address outside cannot be forwarded to where nothing leaves the server',
    path: '/webmail/settings/addForwardTarget.action',
    form: 'address=friend%40far.example',
    answer: { code: 'recipientOutside', msg: 'errors:recipientOutside', field: 'address' },
  },
  {
    ...call,
    title: 'forwarding to somebody who has not agreed is refused',
    path: '/webmail/settings/saveForwarding.action',
    form: 'isOn=1&to=friend%40far.example&keepsCopy=1',
    answer: { code: 'forwardUnconfirmed', msg: 'errors:forwardUnconfirmed', field: 'to' },
  },
  {
    ...call,
    title: 'forwarding as it stands',
    path: '/webmail/settings/forwarding.action',
    form: '',
    answer: { code: '200', isOn: false, to: '', keepsCopy: true, targets: [], canSendOutside: false, isOff: false },
  },
  {
    ...call,
    title: 'an address is removed that was never there',
    path: '/webmail/settings/removeForwardTarget.action',
    form: 'address=friend%40far.example',
    answer: { code: '200', isOn: false, to: '', keepsCopy: true, targets: [], canSendOutside: false, isOff: false },
  },
  {
    ...call,
    signedIn: false,
    title: 'a link that never was',
    path: '/webmail/verification/show.action',
    form: 'secret=abc',
    answer: { code: 'verificationGone', msg: 'errors:verificationGone' },
  },
  {
    ...call,
    signedIn: false,
    title: 'a link that never was is not confirmed',
    path: '/webmail/verification/confirm.action',
    form: 'secret=abc',
    answer: { code: 'verificationGone', msg: 'errors:verificationGone' },
  },
  {
    ...call,
    signedIn: false,
    title: 'a verification mail that never was',
    path: '/webmail/verification/sent.action',
    form: 'sent=abc',
    answer: { code: 'verificationGone', msg: 'errors:verificationGone' },
  },
  {
    ...call,
    signedIn: false,
    title: 'a verification mail that never was is not sent again',
    path: '/webmail/verification/resend.action',
    form: 'sent=abc',
    answer: { code: 'verificationGone', msg: 'errors:verificationGone' },
  },
]
