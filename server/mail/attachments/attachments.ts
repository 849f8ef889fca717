/** Lists the attachments of a mailbox (docs/decisions/0067). */
import type { Form, Reply } from '#contract/endpoint'
import type { attachments } from '#contract/endpoints/mail/attachments'
import { attachmentLimits } from '#contract/mail/attachmentKinds'
import type { Caller } from '../../core/caller'
import { Refusal } from '../../core/refusal'
import type { AttachmentPlace, AttachmentStores } from './attachments.store'

export type AttachmentDeps = {
  /** Null where a mail server keeps the mail: nobody has entered its files. */
  readonly attachmentStores: AttachmentStores | null
}

/** Null for what no page said; it is looked for within the own mailbox alone. */
function placeOf(after: string): AttachmentPlace | null {
  const [, seq, at] = /^(\d{1,15})\.(\d{1,6})$/.exec(after) ?? []
  return seq === undefined || at === undefined ? null : { seq: Number(seq), at: Number(at) }
}

export const makeAttachments =
  ({ attachmentStores }: AttachmentDeps) =>
  async (
    { after, name, sender, kind, where, folder, since, before, size }: Form<typeof attachments>,
    { account }: Caller,
  ): Promise<Reply<typeof attachments>> => {
    if (attachmentStores === null) throw new Refusal('serverCannot')
    const page = await attachmentStores.page(account, {
      after: placeOf(after),
      most: attachmentLimits.pageSize,
      name: name.trim(),
      sender: sender.trim(),
      kind: kind ?? null,
      where: where === 'folder' ? { folder } : where,
      since: since ?? null,
      before: before ?? null,
      size: size ?? null,
    })
    if (page === null) throw new Refusal('notFound')
    const { list, next, waiting } = page
    return { list: [...list], next: next === null ? null : `${next.seq}.${next.at}`, waiting }
  }
