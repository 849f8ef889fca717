/** Lists the attachments of a mailbox (docs/decisions/0067). */
import type { Form, Reply } from '#contract/endpoint'
import type { attachments } from '#contract/endpoints/mail/attachments'
import { attachmentLimits } from '#contract/mail/attachmentKinds'
import type { Caller } from '../../core/caller'
import { Refusal } from '../../core/refusal'
import type { AttachmentStores } from './attachments.store'

export type AttachmentDeps = { readonly attachmentStores: AttachmentStores }

export const makeAttachments =
  ({ attachmentStores }: AttachmentDeps) =>
  async (
    { after, name, sender, kind, where, folder, since, before, size }: Form<typeof attachments>,
    { account }: Caller,
  ): Promise<Reply<typeof attachments>> => {
    const page = await attachmentStores.page(account, {
      after,
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
    return { ...page, list: [...page.list] }
  }
