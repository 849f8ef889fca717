/** How much of an upload is held, so that one that was cut goes on from there. */
import type { Form, Reply } from '#contract/endpoint'
import type * as entries from '#contract/endpoints/sending/uploads'
import type { Caller } from '../../core/caller'
import { Refusal } from '../../core/refusal'
import type { UploadStore } from './uploads.store'

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
