/** Begins the upload of one file for a mail being written, and refuses at once what could never be sent (TRUST R13, R14). */
import { plainContentId } from '#contract/compose/contentIds'
import type { Form, Reply } from '#contract/endpoint'
import type * as entries from '#contract/endpoints/sending/uploads'
import { limits } from '#contract/limits'
import { holdsControl } from '#contract/rules'
import type { Caller } from '../../core/caller'
import { Refusal } from '../../core/refusal'
import type { Clock } from '../../kit/clock'
import type { MailStores } from '../../mail/mail.store'
import { mediaType } from '../attachedFiles'
import { uploadRoom } from './uploadRoom'
import type { UploadStore } from './uploads.store'

export type StartUploadDeps = {
  readonly uploads: UploadStore
  readonly mailStores: MailStores
  readonly clock: Clock
}

export const makeStartUpload =
  ({ uploads, mailStores, clock }: StartUploadDeps) =>
  async (form: Form<typeof entries.startUpload>, { account }: Caller): Promise<Reply<typeof entries.startUpload>> => {
    if (form.name.trim() === '' || holdsControl(form.name)) throw new Refusal('badField', { field: 'name' })
    if (form.cid !== undefined && !plainContentId.test(form.cid)) throw new Refusal('badField', { field: 'cid' })
    const limit = limits.attachmentBytesPerMail
    if (form.size > limit)
      throw new Refusal('attachmentsTooLarge', { field: 'size', payload: { total: form.size, limit } })
    const room = await uploadRoom(mailStores.of(account))
    const file = {
      name: form.name,
      type: mediaType.test(form.type) ? form.type.toLowerCase() : 'application/octet-stream',
      size: form.size,
      cid: form.cid ?? null,
    }
    const upload = await uploads.start(account.id, file, clock.now(), room)
    return { uploadId: upload.id, offset: upload.offset }
  }
