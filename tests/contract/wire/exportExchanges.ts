/** Mails that leave as an archive and come in from files, letter by letter. */
import type { Exchange } from './exchange'

const job = {
  id: '{id:EXPORT}',
  kind: 'export',
  folder: 'inbox',
  mark: null,
  target: null,
  state: 'running',
  total: 1,
  done: 0,
  reason: null,
}

export const exchanges: readonly Exchange[] = [
  {
    title: 'an export of a folder',
    method: 'POST',
    path: '/webmail/jobs/startExport.action',
    form: 'folder=inbox&filter=all',
    signedIn: true,
    status: 200,
    answer: { code: '200', job },
  },
  {
    title: 'an export that needs a ticket',
    method: 'GET',
    path: '/webmail/jobs/downloadExport.action?sid=none&id=«EXPORT»&name=mail',
    signedIn: false,
    status: 404,
    answer: { code: 'ticketExpired', msg: 'errors:ticketExpired' },
  },
  {
    title: 'an export that is cancelled',
    method: 'POST',
    path: '/webmail/jobs/cancelMailJob.action',
    form: 'id=«EXPORT»',
    signedIn: true,
    status: 200,
    answer: { code: '200', job: { ...job, id: '{text}', state: 'cancelled' } },
  },
  {
    title: 'the upload of a file of mails begins',
    method: 'POST',
    path: '/webmail/jobs/startImportUpload.action',
    form: 'name=a.eml&type=message%2Frfc822&size=12',
    signedIn: true,
    status: 200,
    answer: { code: '200', uploadId: '{id:MAILFILE}', offset: 0 },
  },
  {
    title: 'an import of a file that is not all there',
    method: 'POST',
    path: '/webmail/jobs/startImport.action',
    form: 'folder=inbox&uploads=«MAILFILE»',
    signedIn: true,
    status: 200,
    answer: { code: 'attachmentsPending', msg: 'errors:attachmentsPending', field: 'uploads', ids: ['{text}'] },
  },
]
