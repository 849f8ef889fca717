/** The files that a mail being written names: all there, all finished where it is to be sent, and 50M at the most (SPEC §5). */
import { limits } from '../../src/contract/limits'
import type { AccountId } from '../core/account'
import { Refusal } from '../core/refusal'
import type { MessageFile } from '../outbox/send/messageBuilder.port'
import type { Upload, UploadStore } from './uploads/uploads.store'

const field = 'attachmentIds'

/** What may stand in the header of a file's part. */
export const mediaType = /^[\w!#$&^.+-]{1,100}\/[\w!#$&^.+-]{1,100}$/

/** Throws `attachmentUnknown`, `attachmentsPending` or `attachmentsTooLarge`. */
export async function attachedFiles(
  uploads: UploadStore,
  owner: AccountId,
  ids: readonly string[],
): Promise<readonly Upload[]> {
  const found: Upload[] = []
  for (const id of new Set(ids)) {
    const upload = await uploads.find(owner, id)
    if (upload === null) throw new Refusal('attachmentUnknown', { field, payload: { ids: [id] } })
    found.push(upload)
  }
  const pending = found.filter((upload) => !upload.finished).map((upload) => upload.id)
  if (pending.length > 0) throw new Refusal('attachmentsPending', { field, payload: { ids: pending } })
  refuseTooLarge(found)
  return found
}

export function refuseTooLarge(files: readonly { readonly size: number }[]): void {
  const total = files.reduce((sum, file) => sum + file.size, 0)
  const limit = limits.attachmentBytesPerMail
  if (total > limit) throw new Refusal('attachmentsTooLarge', { field, payload: { total, limit } })
}

export function messageFile(uploads: UploadStore, owner: AccountId, upload: Upload): MessageFile {
  return {
    name: upload.name,
    type: upload.type,
    cid: upload.cid,
    open: async () => {
      const stream = await uploads.read(owner, upload.id)
      if (stream === null) throw new Refusal('attachmentUnknown', { field, payload: { ids: [upload.id] } })
      return stream
    },
  }
}
