/** Gives an upload up; its bytes go at once. */
import type { Form } from '#contract/endpoint'
import type * as entries from '#contract/endpoints/sending/uploads'
import type { Caller } from '../../core/caller'
import { Refusal } from '../../core/refusal'
import type { UploadStore } from './uploads.store'

export const makeCancelUpload =
  ({ uploads }: { readonly uploads: UploadStore }) =>
  async ({ uploadId }: Form<typeof entries.cancelUpload>, { account }: Caller): Promise<Record<never, never>> => {
    if ((await uploads.find(account.id, uploadId)) === null) throw new Refusal('notFound')
    await uploads.remove(account.id, uploadId)
    return {}
  }
