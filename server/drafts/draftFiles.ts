/**
 * The files of a draft. They stay uploads, since a draft is saved every few seconds (docs/decisions/0004); the pictures that stand in its
 * text go along with the message too while they are small, so that the draft is whole in any mail program.
 */
import { contentIdsIn } from '../../src/contract/compose/contentIds'
import type { ComposeAttachment } from '../../src/contract/shapes'
import type { Account, AccountId } from '../core/account'
import type { OpenedMail } from '../mail/mail.store'
import type { MessageFile } from '../outbox/send/messageBuilder.port'
import { messageFile } from './attachedFiles'
import type { DraftNotes } from './draftNotes'
import type { Upload, UploadStore } from './uploads/uploads.store'

/** Bytes of pictures that are written with every saving. */
const mostPictureBytes = 2 * 1024 * 1024

export function draftPictures(
  uploads: UploadStore,
  owner: AccountId,
  files: readonly Upload[],
  html: string,
): readonly MessageFile[] {
  const pictures = files.filter(({ cid, finished }) => finished && cid !== null)
  if (pictures.length === 0) return []
  const ids = contentIdsIn(html)
  const shown = pictures.filter(({ cid }) => ids.has(cid ?? ''))
  const bytes = shown.reduce((sum, { size }) => sum + size, 0)
  return bytes > mostPictureBytes ? [] : shown.map((file) => messageFile(uploads, owner, file))
}

/** Those of a draft's files that are still there, whole; a picture whose upload is gone is taken from the message by `carry`. */
export async function heldFiles(
  uploads: UploadStore,
  { id: owner }: Account,
  { attachmentIds }: DraftNotes,
  { parsed }: OpenedMail,
  carry: (attachments: OpenedMail['parsed']['attachments']) => Promise<readonly ComposeAttachment[]>,
): Promise<ComposeAttachment[]> {
  const found: ComposeAttachment[] = []
  for (const id of attachmentIds) {
    const upload = await uploads.find(owner, id)
    if (upload === null || !upload.finished) continue
    const { name, type, size, cid } = upload
    found.push({ attachmentId: id, name, type, size, ...(cid === null ? {} : { cid }) })
  }
  const known = new Set(found.map(({ cid }) => cid))
  const ids = contentIdsIn(parsed.html ?? '')
  const lost = parsed.attachments.filter(({ cid }) => cid !== undefined && !known.has(cid) && ids.has(cid))
  return lost.length === 0 ? found : [...found, ...(await carry(lost))]
}
