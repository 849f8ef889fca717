/** My files, letter by letter (BEHAVIOUR §14; docs/contract.md). */
import type { Exchange } from './exchange'

const call = { method: 'POST', signedIn: true, status: 200 } as const
const guest = { method: 'POST', signedIn: false, status: 200 } as const
const link = {
  ...{ id: '{id:LINK}', name: 'attachment.txt', size: '{number}' },
  ...{ madeAt: '{number}', expiresAt: '{number}', state: 'open' },
}
const folder = {
  ...{ id: '{id:FOLDER}', parent: '', name: '合同', isFolder: true, size: 0, type: '' },
  ...{ changedAt: '{number}', version: 1 },
}

export const exchanges: readonly Exchange[] = [
  {
    ...call,
    title: 'no files yet',
    path: '/webmail/files/listFiles.action',
    form: '',
    answer: { code: '200', entries: [], next: '', total: 0, path: [] },
  },
  {
    ...call,
    title: 'a folder is made',
    path: '/webmail/files/addFolder.action',
    form: 'name=+%E5%90%88%E5%90%8C+',
    answer: { code: '200', entry: folder },
  },
  {
    ...call,
    title: 'a name is there once',
    path: '/webmail/files/addFolder.action',
    form: 'folder=&name=%E5%90%88%E5%90%8C',
    answer: {
      code: 'fileExists',
      msg: 'errors:fileExists',
      field: 'name',
      existing: '{text}',
      name: '合同',
      isFolder: true,
    },
  },
  {
    ...call,
    title: 'a name with a separator is refused',
    path: '/webmail/files/addFolder.action',
    form: 'name=a%2Fb',
    answer: { code: 'fileNameInvalid', msg: 'errors:fileNameInvalid', field: 'name' },
  },
  {
    ...call,
    title: 'a folder is renamed',
    path: '/webmail/files/rename.action',
    form: 'id=«FOLDER»&version=1&name=Contracts',
    answer: { code: '200', entry: { ...folder, id: '{text}', name: 'Contracts', version: 2 } },
  },
  {
    ...call,
    title: 'of an older version it is not',
    path: '/webmail/files/rename.action',
    form: 'id=«FOLDER»&version=1&name=Other',
    answer: {
      ...{ code: 'fileChanged', msg: 'errors:fileChanged' },
      entry: { ...folder, id: '{text}', name: 'Contracts', version: 2 },
    },
  },
  {
    ...call,
    title: 'a folder is listed with what leads to it',
    path: '/webmail/files/listFiles.action',
    form: 'folder=«FOLDER»&sort=date&order=desc&size=10',
    answer: { code: '200', entries: [], next: '', total: 0, path: [{ id: '{text}', name: 'Contracts' }] },
  },
  {
    ...call,
    title: 'nothing was selected',
    path: '/webmail/files/trash.action',
    form: '',
    answer: { code: 'noFileSelected', msg: 'errors:noFileSelected' },
  },
  {
    ...call,
    title: 'a folder is copied beside itself',
    path: '/webmail/files/copy.action',
    form: 'ids=«FOLDER»&folder=',
    answer: { code: '200', copied: 1 },
  },
  {
    ...call,
    title: 'a folder does not go into itself',
    path: '/webmail/files/move.action',
    form: 'ids=«FOLDER»&folder=«FOLDER»&same=number',
    answer: { code: 'folderIntoItself', msg: 'errors:folderIntoItself' },
  },
  {
    ...call,
    title: 'a folder goes to the trash',
    path: '/webmail/files/trash.action',
    form: 'ids=«FOLDER»',
    answer: { code: '200', ids: ['{text}'] },
  },
  {
    ...call,
    title: 'and comes back',
    path: '/webmail/files/restore.action',
    form: 'ids=«FOLDER»',
    answer: { code: '200', restored: 1 },
  },
  {
    ...call,
    title: 'what is not in the trash is not removed for good',
    path: '/webmail/files/remove.action',
    form: 'ids=«FOLDER»',
    answer: { code: 'notFound', msg: 'errors:notFound' },
  },
  {
    ...call,
    title: 'a part of a message is saved as a file',
    path: '/webmail/files/saveAttachments.action',
    form: 'id=«MAIL»&parts=1&folder=«FOLDER»&key=k1',
    answer: { code: '200', saved: 1 },
  },
  {
    ...call,
    title: 'what no part of the message is cannot be saved',
    path: '/webmail/files/saveAttachments.action',
    form: 'id=«MAIL»&parts=9&key=k2',
    answer: { code: 'notFound', msg: 'errors:notFound' },
  },
  {
    ...call,
    title: 'it stands in its folder',
    path: '/webmail/files/listFiles.action',
    form: 'folder=«FOLDER»',
    answer: {
      ...{ code: '200', next: '', total: 1, path: [{ id: '{text}', name: 'Contracts' }] },
      entries: [
        {
          ...{ id: '{id:SAVED}', parent: '{text}', name: 'attachment.txt', isFolder: false, size: '{number}' },
          ...{ type: 'text/plain', changedAt: '{number}', version: 1 },
        },
      ],
    },
  },
  {
    ...call,
    title: 'a file goes along with a message that is being written',
    path: '/webmail/files/attachFiles.action',
    form: 'ids=«SAVED»',
    answer: {
      code: '200',
      attachments: [{ attachmentId: '{text}', name: 'attachment.txt', type: 'text/plain', size: '{number}' }],
    },
  },
  {
    ...call,
    title: 'a folder does not',
    path: '/webmail/files/attachFiles.action',
    form: 'ids=«FOLDER»',
    answer: { code: 'notFound', msg: 'errors:notFound' },
  },
  {
    ...call,
    title: 'a link to a file is made',
    path: '/webmail/files/makeLink.action',
    form: 'id=«SAVED»',
    answer: { code: '200', secret: '{id:LINKSECRET}', link: { ...link, downloads: 0 } },
  },
  {
    ...guest,
    title: 'a recipient is told what it leads to',
    path: '/webmail/files/askLink.action',
    form: 'secret=«LINKSECRET»',
    answer: { code: '200', name: 'attachment.txt', size: '{number}', expiresAt: '{number}' },
  },
  {
    ...guest,
    title: 'and gets a ticket to download it',
    path: '/webmail/files/openLink.action',
    form: 'secret=«LINKSECRET»',
    answer: { code: '200', ticket: '{text}' },
  },
  {
    ...call,
    title: 'the links are listed',
    path: '/webmail/files/links.action',
    form: '',
    answer: {
      ...{ code: '200', total: 1, page: 1, now: '{number}' },
      list: [{ ...link, id: '{text}', downloads: 1 }],
    },
  },
  {
    ...call,
    title: 'a link is renewed',
    path: '/webmail/files/renewLink.action',
    form: 'id=«LINK»',
    answer: { code: '200', expiresAt: '{number}' },
  },
  {
    ...call,
    title: 'a link is withdrawn',
    path: '/webmail/files/revokeLink.action',
    form: 'id=«LINK»',
    answer: { code: '200' },
  },
  {
    ...guest,
    title: 'and leads nowhere from then on',
    path: '/webmail/files/askLink.action',
    form: 'secret=«LINKSECRET»',
    answer: { code: 'shareOver', msg: 'errors:shareOver', reason: 'revoked' },
  },
]
