/** Ends an upload: what is held must be what the browser has (TRUST R13). */
import type { Form, Reply } from '../../src/contract/endpoint'
import type * as entries from '../../src/contract/endpoints/uploads'
import { Refusal } from '../core/refusal'
import type { UploadStore } from '../ports/uploadStore'
import type { Caller } from './caller'

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
