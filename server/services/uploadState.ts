/** How much of an upload is held, so that one that was cut goes on from there. */
import type { Form, Reply } from '../../src/contract/endpoint'
import type * as entries from '../../src/contract/endpoints/uploads'
import { Refusal } from '../core/refusal'
import type { UploadStore } from '../ports/uploadStore'
import type { Caller } from './caller'

export const makeUploadState =
  ({ uploads }: { readonly uploads: UploadStore }) =>
  async (
    { uploadId }: Form<typeof entries.uploadState>,
    { account }: Caller,
  ): Promise<Reply<typeof entries.uploadState>> => {
    const upload = await uploads.find(account.id, uploadId)
    if (upload === null) throw new Refusal('notFound')
    return { offset: upload.offset, size: upload.size }
  }
