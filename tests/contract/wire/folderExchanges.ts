/** Folders of a person's own, letter by letter (SPEC §5): added, renamed, looked at and removed. */
import type { Exchange } from './exchange'

export const exchanges: readonly Exchange[] = [
  {
    title: 'a folder is added',
    method: 'POST',
    path: '/webmail/folder/addFolder.action',
    form: 'name=%E5%AE%A2%E6%88%B7',
    signedIn: true,
    status: 200,
    answer: {
      code: '200',
      folder: { id: '{id:FOLDER}', name: '客户', parent: null, total: 0, unread: 0, size: 0 },
    },
  },
  {
    title: 'a folder of a name that is there',
    method: 'POST',
    path: '/webmail/folder/addFolder.action',
    form: 'name=%E5%AE%A2%E6%88%B7',
    signedIn: true,
    status: 200,
    answer: { code: 'folderExists', msg: 'errors:folderExists', field: 'name' },
  },
  {
    title: 'a folder is renamed',
    method: 'POST',
    path: '/webmail/folder/renameFolder.action',
    form: 'folder=«FOLDER»&name=Work&parent=',
    signedIn: true,
    status: 200,
    answer: { code: '200', renamed: [{ id: '{id:FOLDER}', newId: '{text}' }], staleRules: [] },
  },
  {
    title: 'a system folder is not renamed',
    method: 'POST',
    path: '/webmail/folder/renameFolder.action',
    form: 'folder=inbox&name=Mine',
    signedIn: true,
    status: 200,
    answer: { code: 'notAllowed', msg: 'errors:notAllowed', field: 'folder' },
  },
  {
    title: 'what hangs on a folder',
    method: 'GET',
    path: '/webmail/folder/folderUses.action?folder=«FOLDER»',
    signedIn: true,
    status: 200,
    answer: { code: '200', mails: 0, beneath: [], rules: [] },
  },
  {
    title: 'a folder is removed',
    method: 'POST',
    path: '/webmail/folder/removeFolder.action',
    form: 'folder=«FOLDER»&target=deleted',
    signedIn: true,
    status: 200,
    answer: { code: '200', removed: ['{text}'], moved: 0, rules: [] },
  },
]
