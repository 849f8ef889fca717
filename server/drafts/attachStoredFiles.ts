/** Copies of a person's own files for a message, so that these may change or go. */
import type { Form, Reply } from '../../src/contract/endpoint'
import type * as entries from '../../src/contract/endpoints/files/mailFiles'
import type { Caller } from '../core/caller'
import { Refusal } from '../core/refusal'
import type { FileBook } from '../files/fileBook.store'
import type { Clock } from '../kit/clock'
import type { MailStores } from '../mail/mail.store'
import { refuseTooLarge } from './attachedFiles'
import { carryBytes } from './carryFiles'
import { uploadRoom } from './uploads/uploadRoom'
import type { UploadStore } from './uploads/uploads.store'

export type AttachDeps = {
  readonly files: Pick<FileBook, 'find' | 'read'>
  readonly mailStores: MailStores
  readonly uploads: UploadStore
  readonly clock: Clock
}

export const makeAttachStoredFiles =
  ({ files, mailStores, uploads, clock }: AttachDeps) =>
  async (
    { ids }: Form<typeof entries.attachStoredFiles>,
    { account }: Caller,
  ): Promise<Reply<typeof entries.attachStoredFiles>> => {
    if (ids.length === 0) throw new Refusal('noFileSelected')
    const chosen = await Promise.all([...new Set(ids)].map((id) => storedFile(files, account.id, id)))
    refuseTooLarge(chosen)
    const owner = { id: account.id, room: await uploadRoom(mailStores.of(account)) }
    const attachments: Reply<typeof entries.attachStoredFiles>['attachments'] = []
    try {
      for (const { id, name, type, size } of chosen) {
        const open = () => files.read(account.id, id, { from: 0, to: size })
        const copy = await carryBytes({ uploads, clock }, owner, { name, type, cid: null }, open)
        if (copy === null) throw new Refusal('notFound')
        attachments.push(copy)
      }
    } catch (error) {
      // Nobody would ask for those that went well.
      for (const { attachmentId } of attachments) await uploads.remove(account.id, attachmentId).catch(() => undefined)
      throw error
    }
    return { attachments }
  }

/** No folder, and nothing of the trash. */
async function storedFile(files: AttachDeps['files'], account: Caller['account']['id'], id: string) {
  const entry = await files.find(account, id)
  if (entry === null || entry.isFolder || entry.goesAt !== undefined) throw new Refusal('notFound')
  return entry
}
