/** Ends an upload: what is held must be what the browser has (TRUST R13). */
import type { Form, Reply } from '#contract/endpoint'
import type * as entries from '#contract/endpoints/sending/uploads'
import type { Caller } from '../../core/caller'
import { Refusal } from '../../core/refusal'
import type { UploadStore } from './uploads.store'

export const makeFinishUpload =
  ({ uploads }: { readonly uploads: UploadStore }) =>
  async (
    { uploadId, sha256 }: Form<typeof entries.finishUpload>,
    { account }: Caller,
  ): Promise<Reply<typeof entries.finishUpload>> => {
    const upload = await uploads.find(account.id, uploadId)
    if (upload === null) throw new Refusal('notFound')
    if (upload.offset !== upload.size) throw new Refusal('uploadOffset', { payload: { offset: upload.offset } })
    if (!(await uploads.finish(account.id, uploadId, sha256))) throw new Refusal('uploadChecksum')
    return { attachmentId: uploadId }
  }
