/** Registration, letter by letter (SPEC §7), at a gateway that is open and asks for no phone. */
import type { Exchange } from './exchange'

const post = { signedIn: false, status: 200, method: 'POST' } as const

export const exchanges: readonly Exchange[] = [
  {
    title: 'one may register here',
    signedIn: false,
    status: 200,
    method: 'GET',
    path: '/webmail/vipRegister/state.action',
    answer: { code: '200', mode: 'open', domains: ['ep.test'], asksPhone: false, contact: 'postmaster@ep.test' },
  },
  {
    ...post,
    title: 'a name is free',
    path: '/webmail/vipRegister/ValidityUserName',
    form: 'username=wang.li&domain=ep.test',
    answer: { code: '200', state: 'free', suggestions: [] },
  },
  {
    ...post,
    title: 'a name is taken, and three are offered',
    path: '/webmail/vipRegister/ValidityUserName',
    form: 'username=LIN&domain=ep.test',
    answer: { code: '200', state: 'taken', suggestions: ['lin26', 'lin.2026', 'lin-mail'] },
  },
  {
    ...post,
    title: 'a name is malformed, with the reason',
    path: '/webmail/vipRegister/ValidityUserName',
    form: 'username=admin&domain=ep.test',
    answer: { code: '200', state: 'malformed', suggestions: [], reason: 'reserved' },
  },
  {
    ...post,
    title: 'a phone is usable',
    path: '/webmail/vipRegister/checkPhoneNum',
    form: 'phone=13800000000',
    answer: { code: '200', usable: true },
  },
  {
    ...post,
    title: 'a phone is not',
    path: '/webmail/vipRegister/checkPhoneNum',
    form: 'phone=1380000000a',
    answer: { code: '200', usable: false },
  },
  {
    ...post,
    title: 'a phone has nowhere to send its code where no number takes messages',
    path: '/webmail/vipRegister/phoneCode.action',
    form: 'phone=13800000000&proof=0123456789abcdef',
    answer: { code: 'serverCannot', msg: 'errors:serverCannot' },
  },
  {
    ...post,
    title: 'a phone that never asked has no code',
    path: '/webmail/vipRegister/phoneState.action',
    form: 'phone=13800000000&proof=0123456789abcdef',
    answer: { code: '200', state: 'over' },
  },
  {
    ...post,
    title: 'a registration needs a captcha',
    path: '/webmail/vipRegister/register.action',
    form: 'kind=free&username=wang.li&domain=ep.test&password=7Kites-over&consent=1&key=0123456789abcdef&language=zh-CN',
    answer: { code: 'captchaNeeded', msg: 'errors:captchaNeeded', field: 'captcha' },
  },
  {
    ...post,
    title: 'a registration names no alternate address that is the new one',
    path: '/webmail/vipRegister/register.action',
    form: 'kind=free&username=wang.li&domain=ep.test&password=7Kites-over&consent=1&key=0123456789abcdef&alternate=wang.li%40ep.test',
    answer: { code: 'secureMailboxOwn', msg: 'errors:secureMailboxOwn', field: 'alternate' },
  },
  {
    ...post,
    title: 'a registration is refused beside the field, with the reason',
    path: '/webmail/vipRegister/register.action',
    form: 'kind=soho&username=a&domain=ep.test&password=7Kites-over&consent=1&key=0123456789abcdef',
    answer: { code: 'nameInvalid', msg: 'errors:nameInvalid', field: 'username', reason: 'short' },
  },
]
