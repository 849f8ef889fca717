/** Gives an upload up; its bytes go at once. */
import type { Form } from '../../src/contract/endpoint'
import type * as entries from '../../src/contract/endpoints/uploads'
import { Refusal } from '../core/refusal'
import type { UploadStore } from '../ports/uploadStore'
import type { Caller } from './caller'

export const makeCancelUpload =
  ({ uploads }: { readonly uploads: UploadStore }) =>
  async ({ uploadId }: Form<typeof entries.cancelUpload>, { account }: Caller): Promise<Record<never, never>> => {
    if ((await uploads.find(account.id, uploadId)) === null) throw new Refusal('notFound')
    await uploads.remove(account.id, uploadId)
    return {}
  }
