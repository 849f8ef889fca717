/** Begins an import: the upload of each file, and then the work that takes their mails into a folder. */
import { randomUUID } from 'node:crypto'
import type { Form, Reply } from '../../src/contract/endpoint'
import type * as entries from '../../src/contract/endpoints/mail/jobs'
import { limits } from '../../src/contract/limits'
import { holdsControl } from '../../src/contract/rules'
import { folderViews } from '../../src/contract/shapes'
import type { AccountId } from '../core/account'
import type { Caller } from '../core/caller'
import type { AskedJob, FileToImport } from '../core/mailJob'
import { Refusal } from '../core/refusal'
import { uploadRoom } from '../drafts/uploads/uploadRoom'
import type { UploadStore } from '../drafts/uploads/uploads.store'
import { jobView, type MailJobDeps, refuseTooMany } from '../mail/jobs/askedMailJobs'

export type ImportCallDeps = MailJobDeps & { readonly uploads: UploadStore }

const views: readonly string[] = folderViews

export const makeStartImportUpload =
  ({ uploads, mailStores, clock }: ImportCallDeps) =>
  async (
    { name, size }: Form<typeof entries.startImportUpload>,
    { account }: Caller,
  ): Promise<Reply<typeof entries.startImportUpload>> => {
    if (name.trim() === '' || holdsControl(name)) throw new Refusal('badField', { field: 'name' })
    if (size > limits.importedFileBytes) throw new Refusal('tooLarge', { field: 'size' })
    const room = await uploadRoom(mailStores.of(account))
    // Whatever the browser calls it: it is looked at, and never shown.
    const file = { name, type: 'application/octet-stream', size, cid: null }
    const { id, offset } = await uploads.start(account.id, file, clock.now(), room)
    return { uploadId: id, offset }
  }

export const makeStartImport =
  ({ uploads, mailStores, mailJobs, clock, wakeJobs }: ImportCallDeps) =>
  async (
    { folder, uploads: ids }: Form<typeof entries.startImport>,
    { account }: Caller,
  ): Promise<Reply<typeof entries.startImport>> => {
    if (ids.length === 0) throw new Refusal('badField', { field: 'uploads' })
    if (views.includes(folder)) throw new Refusal('notAllowed', { field: 'folder' })
    const target = (await mailStores.of(account).folders()).find((it) => it.id === folder)
    if (target === undefined) throw new Refusal('notFound', { field: 'folder' })
    if (target.holdsMail === false) throw new Refusal('notAllowed', { field: 'folder' })
    const files = await filesOf(uploads, account.id, ids)
    const now = clock.now()
    await refuseTooMany(mailJobs, account.id, now)
    const job: AskedJob = {
      id: randomUUID(),
      accountId: account.id,
      work: { kind: 'import', files },
      folder,
      filter: 'all',
      state: 'running',
      total: files.length,
      done: 0,
      position: 0,
      reason: null,
      createdAt: now,
    }
    await mailJobs.add(job)
    wakeJobs()
    return { job: jobView(job) }
  }

/** Absent and another person's alike are unknown (TRUST S21). */
async function filesOf(uploads: UploadStore, owner: AccountId, ids: readonly string[]): Promise<FileToImport[]> {
  const files: FileToImport[] = []
  for (const uploadId of new Set(ids)) {
    const upload = await uploads.find(owner, uploadId)
    const detail = { field: 'uploads', payload: { ids: [uploadId] } }
    if (upload === null) throw new Refusal('attachmentUnknown', detail)
    if (!upload.finished) throw new Refusal('attachmentsPending', detail)
    const { name, size } = upload
    files.push({ uploadId, name, size, read: 0, state: 'waiting', entries: 0, kept: 0, refused: 0, refusals: [] })
  }
  return files
}
