/** Shares, letter by letter: the owner's calls, and a guest's. */
import type { Exchange } from './exchange'

const owner = { method: 'POST', signedIn: true, status: 200 } as const
const guest = { method: 'POST', signedIn: false, status: 200 } as const
const share = {
  id: '{id:SHARE}',
  kind: 'message',
  subject: '周五评审会改到 14:30',
  withAttachments: false,
  names: [],
  count: 0,
  size: 0,
  needsCode: true,
  madeAt: 1795223700000,
  expiresAt: 1795224600000,
  opens: 0,
  mostOpens: 1,
  state: 'open',
}
const sharedFolder = {
  ...{ ...share, id: '{text}', kind: 'files', subject: '', names: ['合同'], count: 1 },
  ...{ needsCode: false, mostOpens: null },
}
/** As a guest's browser draws it. */
const visit = 'a'.repeat(64)
const over = (reason: string) => ({ code: 'shareOver', msg: 'errors:shareOver', reason })

export const exchanges: readonly Exchange[] = [
  {
    ...owner,
    title: 'a message is shared for 15 minutes, with a code and for one open',
    path: '/webmail/share/makeShare.action',
    form: 'id=«MAIL»&withAttachments=0&time=1&code=%E6%9A%97%E5%8F%B78341&mostOpens=1',
    answer: { code: '200', secret: '{id:SECRET}', share },
  },
  {
    ...owner,
    title: 'a code of three characters is refused',
    path: '/webmail/share/makeShare.action',
    form: 'id=«MAIL»&withAttachments=0&time=1&code=834',
    answer: { code: 'shareCodeInvalid', msg: 'errors:shareCodeInvalid', field: 'code' },
  },
  {
    ...guest,
    title: 'a guest is told that a code is needed, and nothing else',
    path: '/webmail/share/ask.action',
    form: 'secret=«SECRET»',
    answer: { code: '200', needsCode: true },
  },
  {
    ...guest,
    title: 'a wrong code opens nothing',
    path: '/webmail/share/open.action',
    form: `secret=«SECRET»&visit=${visit}&code=8341`,
    answer: { code: 'codeWrong', msg: 'errors:codeWrong', field: 'code', triesLeft: 9 },
  },
  {
    ...guest,
    title: 'the code opens it',
    path: '/webmail/share/open.action',
    form: `secret=«SECRET»&visit=${visit}&code=%E6%9A%97%E5%8F%B78341`,
    answer: { code: '200' },
  },
  {
    ...guest,
    title: 'sent again, the open is the same one',
    path: '/webmail/share/open.action',
    form: `secret=«SECRET»&visit=${visit}&code=%E6%9A%97%E5%8F%B78341`,
    answer: { code: '200' },
  },
  {
    ...guest,
    title: 'a guest reads it',
    path: '/webmail/share/read.action',
    form: `visit=${visit}`,
    answer: {
      code: '200',
      shared: {
        kind: 'message',
        subject: '周五评审会改到 14:30',
        from: { name: '王丽', address: 'w@example.cn' },
        to: [{ name: '', address: 'lin@ep.test' }],
        cc: [],
        receivedAt: 1795223700000,
        text: '会议室 3 层 A',
        attachments: [],
        readable: true,
        truncated: false,
      },
      expiresAt: 1795224600000,
      now: 1795223700000,
    },
  },
  {
    ...guest,
    title: 'a file that is not there',
    path: '/webmail/share/download.action',
    form: `visit=${visit}&part=2`,
    status: 404,
    answer: { code: 'notFound', msg: 'errors:notFound' },
  },
  {
    ...guest,
    title: 'it opens once alone',
    path: '/webmail/share/open.action',
    form: `secret=«SECRET»&visit=${'b'.repeat(64)}&code=%E6%9A%97%E5%8F%B78341`,
    answer: over('usedUp'),
  },
  {
    ...owner,
    title: 'the owner sees what was opened',
    path: '/webmail/share/shares.action',
    form: '',
    answer: {
      ...{ code: '200', total: 1, page: 1, now: 1795223700000 },
      list: [{ ...share, opens: 1, state: 'usedUp' }],
    },
  },
  {
    ...owner,
    title: 'the owner revokes it',
    path: '/webmail/share/revokeShare.action',
    form: 'id=«SHARE»',
    answer: { code: '200' },
  },
  {
    ...guest,
    title: 'it is over for whoever reads it',
    path: '/webmail/share/read.action',
    form: `visit=${visit}`,
    answer: over('revoked'),
  },
  {
    ...owner,
    title: 'a folder to share',
    path: '/webmail/files/addFolder.action',
    form: 'name=%E5%90%88%E5%90%8C',
    answer: {
      code: '200',
      entry: {
        ...{ id: '{id:FOLDER}', parent: '', name: '合同', isFolder: true, size: 0, type: '' },
        ...{ changedAt: '{number}', version: 1 },
      },
    },
  },
  {
    ...owner,
    title: 'a share of no file',
    path: '/webmail/share/shareFiles.action',
    form: 'time=1',
    answer: { code: 'noFileSelected', msg: 'errors:noFileSelected' },
  },
  {
    ...owner,
    title: 'a folder is shared for 15 minutes',
    path: '/webmail/share/shareFiles.action',
    form: 'ids=«FOLDER»&time=1',
    answer: { code: '200', secret: '{id:FILESECRET}', share: sharedFolder },
  },
  {
    ...guest,
    title: 'a guest opens it',
    path: '/webmail/share/open.action',
    form: `secret=«FILESECRET»&visit=${'c'.repeat(64)}`,
    answer: { code: '200' },
  },
  {
    ...guest,
    title: 'a guest reads which files there are',
    path: '/webmail/share/read.action',
    form: `visit=${'c'.repeat(64)}`,
    answer: {
      code: '200',
      shared: { kind: 'files', files: [{ id: '{text}', name: '合同', isFolder: true, size: 0, type: '' }] },
      expiresAt: 1795224600000,
      now: 1795223700000,
    },
  },
  {
    ...guest,
    title: 'a guest goes into a folder of it',
    path: '/webmail/share/folder.action',
    form: `visit=${'c'.repeat(64)}&folder=«FOLDER»`,
    answer: { code: '200', files: [], path: [{ id: '{text}', name: '合同' }], next: '', total: 0 },
  },
  {
    ...guest,
    title: 'what is no file of it',
    path: '/webmail/share/file.action',
    form: `visit=${'c'.repeat(64)}&id=«FOLDER»`,
    status: 404,
    answer: { code: 'notFound', msg: 'errors:notFound' },
  },
  {
    ...guest,
    title: 'nor has it a small picture',
    path: '/webmail/share/thumbnail.action',
    form: `visit=${'c'.repeat(64)}&id=«FOLDER»`,
    status: 404,
    answer: { code: 'notFound', msg: 'errors:notFound' },
  },
  {
    ...guest,
    title: 'an archive of what is not shared',
    path: '/webmail/share/zip.action',
    form: `visit=${'c'.repeat(64)}&ids=none`,
    status: 404,
    answer: { code: 'notFound', msg: 'errors:notFound' },
  },
]
