/**
 * Exchanges written by hand from SPEC §7 and docs/contract.md: what stands on the line, letter by letter. Client and gateway share
 * their code, so an error made there would hide; here it cannot. `{…}` in an expected answer is a value that only the gateway
 * can make up: `{text}`, `{number}`, `{id:NAME}` (remembered for later exchanges as `«NAME»`).
 */
import { conversationExchanges } from './conversationExchanges'
import type { Exchange } from './exchange'
import { exportExchanges } from './exportExchanges'
import { folderExchanges } from './folderExchanges'
import { phoneExchanges } from './phoneExchanges'
import { recallExchanges } from './recallExchanges'
import { receiptExchanges } from './receiptExchanges'
import { recoveryExchanges } from './recoveryExchanges'
import { searchExchanges } from './searchExchanges'
import { senderExchanges } from './senderExchanges'
import { settingsExchanges } from './settingsExchanges'
import { viewExchanges } from './viewExchanges'

export type { Exchange }

const summary = {
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

const inSubject = { field: 'subject', start: 2, end: 4 }

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

export const exchanges: readonly Exchange[] = [
  {
    title: 'a wrong password counts down',
    method: 'POST',
    path: '/webmail/login/loginService.action',
    form: 'username=lin%40ep.test&password=wrong',
    signedIn: false,
    status: 200,
    answer: { code: '004', msg: 'errors:004', status: '004', triesLeft: 4 },
  },
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
  ...conversationExchanges(summary),
  {
    title: 'a search for two characters, with the place where they stand',
    method: 'POST',
    path: '/webmail/query/search2.action',
    form: 'keyword=%E8%AF%84%E5%AE%A1&location=all&page=1&pageSize=20',
    signedIn: true,
    status: 200,
    answer: {
      code: '200',
      list: [{ ...summary, matches: [inSubject] }],
      total: 1,
      unread: null,
      page: 1,
      pageSize: 20,
    },
  },
  {
    title: 'a search by fields',
    method: 'POST',
    path: '/webmail/query/advance_search2.action',
    form: 'location=all&subject=%E8%AF%84%E5%AE%A1&hasAttachment=0&seen=0&startDate=1795223700000&page=1&pageSize=20',
    signedIn: true,
    status: 200,
    answer: {
      code: '200',
      list: [{ ...summary, matches: [inSubject] }],
      total: 1,
      unread: null,
      page: 1,
      pageSize: 20,
    },
  },
  {
    title: 'a search for one character',
    method: 'POST',
    path: '/webmail/query/search2.action',
    form: 'keyword=%E8%AF%84&location=all&page=1',
    signedIn: true,
    status: 200,
    answer: { code: 'keywordTooShort', msg: 'errors:keywordTooShort', field: 'keyword' },
  },
  {
    title: 'several mails are named by repeated keys',
    method: 'POST',
    path: '/webmail/manage/mark2',
    form: 'ids=«MAIL»&ids=nothing&mark=flagged',
    signedIn: true,
    status: 200,
    answer: { code: '200', mark: 'flagged', changed: 1 },
  },
  {
    title: 'one value where a list is due is a list of one, and unknown fields are ignored',
    method: 'POST',
    path: '/webmail/manage/mark2',
    form: 'ids=«MAIL»&mark=unflagged&colour=blue',
    signedIn: true,
    status: 200,
    answer: { code: '200', mark: 'unflagged', changed: 1 },
  },
  {
    title: 'the folders and what is in them, by GET',
    method: 'GET',
    path: '/webmail/query/folderinfo.action',
    signedIn: true,
    status: 200,
    answer: {
      code: '200',
      folders: [
        { id: 'inbox', name: '{text}', parent: null, total: 1, unread: 1, size: '{number}' },
        { id: 'sent', name: '{text}', parent: null, total: 0, unread: 0, size: 0 },
        { id: 'draft', name: '{text}', parent: null, total: 0, unread: 0, size: 0 },
        { id: 'deleted', name: '{text}', parent: null, total: 0, unread: 0, size: 0 },
        { id: 'junk', name: '{text}', parent: null, total: 0, unread: 0, size: 0 },
        { id: 'flag', name: '{text}', parent: null, total: 0, unread: 0, size: '{number}' },
      ],
    },
  },
  {
    title: 'a mail that is not there',
    method: 'POST',
    path: '/webmail/readmail/showMail.action',
    form: 'id=nothing&seen=1',
    signedIn: true,
    status: 200,
    answer: { code: 'notFound', msg: 'errors:notFound' },
  },
  {
    title: 'a field that cannot be read',
    method: 'POST',
    path: '/webmail/query/queryfolder2.action',
    form: 'folder=inbox&page=-1',
    signedIn: true,
    status: 200,
    answer: { code: 'badField', msg: 'errors:badField', field: 'page' },
  },
  {
    title: 'a send without a recipient',
    method: 'POST',
    path: '/webmail/writemail/sendMail.action',
    form: 'subject=Hello&html=%3Cp%3EHi%3C%2Fp%3E&idempotencyKey=k1',
    signedIn: true,
    status: 200,
    answer: { code: 'recipientEmpty', msg: 'errors:recipientEmpty', field: 'to' },
  },
  {
    title: 'a send to a mailbox here',
    method: 'POST',
    path: '/webmail/writemail/sendMail.action',
    form: 'to=%E7%8E%8B%E4%B8%BD%20%3Cwang%40ep.test%3E&subject=Hello&html=%3Cp%3EHi%3C%2Fp%3E&idempotencyKey=k2&saveToSent=1',
    signedIn: true,
    status: 200,
    answer: { code: '200', id: '{text}', recipients: [{ address: 'wang@ep.test', state: 'queued' }] },
  },
  ...folderExchanges,
  {
    title: 'the heartbeat names the user',
    method: 'GET',
    path: '/webmail/main/heartbeat.action',
    signedIn: true,
    status: 200,
    answer: { code: '200', ok: true, username: 'lin@ep.test' },
  },
  {
    title: 'without a session',
    method: 'GET',
    path: '/webmail/main/heartbeat.action',
    signedIn: false,
    status: 403,
    answer: '{anything}',
  },
  ...receiptExchanges,
  ...recallExchanges,
  ...recoveryExchanges,
  ...phoneExchanges,
  ...viewExchanges,
  ...senderExchanges,
  ...settingsExchanges,
  ...exportExchanges,
  ...searchExchanges,
  {
    title: 'a sign-out says the bare word',
    method: 'GET',
    path: '/webmail/logout/index.action?version=new',
    signedIn: true,
    status: 200,
    answer: 'newExit',
  },
]
