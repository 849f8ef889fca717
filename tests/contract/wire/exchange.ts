/**
 * Exchanges written by hand from SPEC §7 and docs/contract.md: what stands on the wire, letter by letter. Client and gateway share
 * their code, so an error made there would hide; here it cannot. `{…}` in an expected answer is a value that only the gateway
 * can make up: `{text}`, `{number}`, `{id:NAME}` (remembered for later exchanges as `«NAME»`).
 */

/** One exchange as it stands on the wire. */
export type Exchange = {
  readonly title: string
  readonly method: 'GET' | 'POST'
  /** Path with the query that a GET carries. */
  readonly path: string
  /** The raw form of a POST. */
  readonly form?: string
  /** Beside the form's type and the session. */
  readonly headers?: Readonly<Record<string, string>>
  readonly signedIn: boolean
  readonly status: number
  /** JSON pattern, or the bare text of an answer that is none. */
  readonly answer: unknown
}

/** The message as a list shows it. */
export const summary = {
  id: '{id:MAIL}',
  folder: 'inbox',
  from: { name: '王丽', address: 'w@example.cn' },
  to: [{ name: '', address: 'lin@ep.test' }],
  subject: '周五评审会改到 14:30',
  preview: '会议室 3 层 A',
  date: '2026-11-21 09:15:00',
  receivedAt: 1795223700000,
  sentAt: 1795223640000,
  size: '{number}',
  seen: false,
  flagged: false,
  answered: false,
  forwarded: false,
  hasAttachment: false,
  urgent: false,
  threadId: '{text}',
  threadCount: 1,
}

/** The mail that lies in the inbox before the first exchange, delivered at 2026-11-21 09:15 in Shanghai. */
export const deliveredAt = Date.UTC(2026, 10, 21, 1, 15)
export const delivered = [
  'From: =?utf-8?B?546L5Li9?= <w@example.cn>',
  'To: lin@ep.test',
  'Subject: =?utf-8?B?5ZGo5LqU6K+E5a6h5Lya5pS55YiwIDE0OjMw?=',
  'Date: Sat, 21 Nov 2026 09:14:00 +0800',
  'Message-ID: <review@example.cn>',
  'MIME-Version: 1.0',
  'Content-Type: text/plain; charset=utf-8',
  'Content-Transfer-Encoding: base64',
  '',
  '5Lya6K6u5a6kIDMg5bGCIEE=',
  '',
].join('\r\n')

/** What comes before the exchanges of every file, each with a gateway of its own: afterwards `«TOKEN»` and `«MAIL»` are known. */
export const firstExchanges: readonly Exchange[] = [
  {
    title: 'a sign-in gives a token',
    method: 'POST',
    path: '/webmail/login/loginService.action',
    form: 'username=lin%40ep.test&password=Passw0rd%21a&timezone=Asia%2FShanghai',
    signedIn: false,
    status: 200,
    answer: {
      code: '000',
      status: '000',
      tokenType: 'Bearer',
      accessToken: '{id:TOKEN}',
      userInfo: { username: 'lin@ep.test', displayName: '林' },
      userMailType: 'soho',
      domainName: 'ep.test',
      organization: null,
    },
  },
  {
    title: 'a list of the inbox',
    method: 'POST',
    path: '/webmail/query/queryfolder2.action',
    form: 'folder=inbox&page=1&pageSize=20&sort=date&order=desc&filter=all',
    signedIn: true,
    status: 200,
    answer: { code: '200', list: [summary], total: 1, unread: 1, page: 1, pageSize: 20 },
  },
]
