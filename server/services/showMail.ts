/** Opens one mail. Reading has no hidden effect: it is marked seen only where asked. */
import type { Form, Reply } from '../../src/contract/endpoint'
import type * as entries from '../../src/contract/endpoints/reading'
import { Refusal } from '../core/refusal'
import type { MailStores } from '../ports/mailStores'
import type { Caller } from './caller'
import { mailView } from './mailView'

type Parts = { readonly mailStores: MailStores }

export const makeShowMail =
  ({ mailStores }: Parts) =>
  async (
    { id, seen }: Form<typeof entries.showMail>,
    { account, session }: Caller,
  ): Promise<Reply<typeof entries.showMail>> => {
    const store = mailStores.of(account)
    const opened = await store.open(id)
    if (!opened) throw new Refusal('notFound')
    const mail = mailView(opened, session.timezone)
    if (!seen || mail.seen) return { mail }
    await store.mark([id], 'seen')
    return { mail: { ...mail, seen: true } }
  }

export const makeAttachmentInfo =
  ({ mailStores }: Parts) =>
  async (
    { id }: Form<typeof entries.attachmentInfo>,
    { account }: Caller,
  ): Promise<Reply<typeof entries.attachmentInfo>> => {
    const opened = await mailStores.of(account).open(id)
    if (!opened) throw new Refusal('notFound')
    return { attachments: [...opened.parsed.attachments] }
  }
