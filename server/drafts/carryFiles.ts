/** Carries a mail's files over into a mail being written: each becomes an upload of its own, so that the original may go. */
import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { plainContentId } from '../../src/contract/compose/contentIds'
import type { ComposeAttachment } from '../../src/contract/shapes'
import type { AccountId } from '../core/account'
import type { Attachment, MailId } from '../core/mail'
import type { Clock } from '../kit/clock'
import type { MailStore } from '../mail/mail.store'
import type { PartReader } from '../mail/mimeReader.port'
import { mediaType, refuseTooLarge } from './attachedFiles'
import { uploadRoom } from './uploads/uploadRoom'
import type { Upload, UploadStore } from './uploads/uploads.store'

export type CarryDeps = { readonly uploads: UploadStore; readonly clock: Clock }

/** Whose copies they are, and the bytes that all uploads of that account may take (`uploadRoom`). */
type Owner = { readonly id: AccountId; readonly room: number }

/** Throws `attachmentsTooLarge` before anything is copied, `quotaExceeded` or `uploadsFull` where a copy has no room. A file that cannot be read any more is left out. */
export async function carryFiles(
  parts: CarryDeps,
  owner: AccountId,
  store: MailStore,
  mail: { readonly id: MailId; readonly attachments: readonly Attachment[] },
): Promise<readonly ComposeAttachment[]> {
  refuseTooLarge(mail.attachments)
  if (mail.attachments.length === 0) return []
  const room = await uploadRoom(store)
  // At once: a message of 1,900 files is not to be looked through 1,900 times.
  const numbers = mail.attachments.map(({ part }) => part)
  const found = await store.parts(mail.id, numbers)
  const carried: ComposeAttachment[] = []
  for (const attachment of mail.attachments) {
    const copy = await carryOne(parts, { id: owner, room }, attachment, found?.get(attachment.part))
    if (copy !== null) carried.push(copy)
  }
  return carried
}

async function carryOne(
  parts: CarryDeps,
  owner: Owner,
  attachment: Attachment,
  reader: PartReader | undefined,
): Promise<ComposeAttachment | null> {
  const name = attachment.name.replace(/\p{Cc}/gu, '') || 'file'
  const type = mediaType.test(attachment.type) ? attachment.type : 'application/octet-stream'
  const cid = attachment.cid !== undefined && plainContentId.test(attachment.cid) ? attachment.cid : null
  if (reader === undefined) return null
  return carryBytes(parts, owner, { name, type, cid }, reader.open)
}

/** Bytes are read twice: their number and their sum stand before they are written. Null where they cannot be had any more. */
export async function carryBytes(
  { uploads, clock }: CarryDeps,
  owner: Owner,
  { name, type, cid }: Pick<Upload, 'name' | 'type' | 'cid'>,
  open: () => Promise<Readable | null>,
): Promise<ComposeAttachment | null> {
  const first = await open()
  if (first === null) return null
  const hash = createHash('sha256')
  let size = 0
  for await (const chunk of first) {
    hash.update(chunk)
    size += chunk.length
  }
  const upload = await uploads.start(owner.id, { name, type, size, cid }, clock.now(), owner.room)
  // Not before there is room: nobody would read it, or close its file.
  const second = await open()
  if (second === null) {
    await uploads.remove(owner.id, upload.id)
    return null
  }
  await uploads.write(owner.id, upload.id, 0, second)
  if (!(await uploads.finish(owner.id, upload.id, hash.digest('hex')))) return null
  return { attachmentId: upload.id, name, type, size, ...(cid === null ? {} : { cid }) }
}
