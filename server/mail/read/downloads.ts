/** Files that leave a mailbox: a part of a mail, a whole mail, a file of a mail being written. A ticket names the user. */
import type { Form } from '#contract/endpoint'
import type * as entries from '#contract/endpoints/mail/reading'
import type { OutgoingFile } from '../../core/outgoingFile'
import { Refusal } from '../../core/refusal'
import type { UploadStore } from '../../drafts/uploads/uploads.store'
import { distinctFileNames } from '../../kit/fileName'
import { zipStream } from '../../kit/zip/zipStream'
import { type TicketChecks, ticketOwner } from '../../session/tickets/tickets'
import type { MailStores } from '../mail.store'

export type Deps = TicketChecks & {
  readonly mailStores: MailStores
  readonly uploads: UploadStore
}

export const makeDownloadPart =
  (parts: Deps) =>
  async ({ sid, id, part, inline }: Form<typeof entries.downloadPart>): Promise<OutgoingFile> => {
    const found = await parts.mailStores.of(await ticketOwner(parts, sid)).part(id, part)
    if (!found) throw new Refusal('notFound')
    const { name, type } = found.attachment
    // The size of an encoded part is an estimate, and a wrong length cuts the file.
    return { name, type, size: null, stream: found.stream, inline }
  }

/** Files that stand in the text are left out where the mail has text that shows them. */
export const makeDownloadParts =
  (parts: Deps) =>
  async ({ sid, id }: Form<typeof entries.downloadParts>): Promise<OutgoingFile> => {
    const store = parts.mailStores.of(await ticketOwner(parts, sid))
    const opened = await store.open(id)
    if (!opened) throw new Refusal('notFound')
    const { attachments, html } = opened.parsed
    const files = attachments.filter((file) => !file.inline || html === null)
    const names = distinctFileNames(files.map((file) => file.name))
    // At once: a message of 1,900 files is not to be looked through 1,900 times.
    const found = await store.parts(
      id,
      files.map(({ part }) => part),
    )
    const entries = files.map(({ part }, at) => ({
      name: names[at] ?? part,
      open: async () => {
        const reader = found?.get(part)
        if (!reader) throw new Refusal('notFound')
        return reader.open()
      },
    }))
    const name = `${mailName(opened.summary.subject)}.zip`
    return { name, type: 'application/zip', size: null, stream: zipStream(entries), inline: false }
  }

const mailName = (subject: string): string => subject.replaceAll(/[/\\]/g, '_') || 'mail'

export const makeDownloadMail =
  (parts: Deps) =>
  async ({ sid, id }: Form<typeof entries.downloadMail>): Promise<OutgoingFile> => {
    const store = parts.mailStores.of(await ticketOwner(parts, sid))
    const [summary] = await store.summaries([id])
    const raw = await store.raw(id)
    if (!summary || !raw) throw new Refusal('notFound')
    const name = `${mailName(summary.subject)}.eml`
    return { name, type: 'message/rfc822', size: raw.size, stream: raw.stream, inline: false }
  }

export const makeDownloadUpload =
  (parts: Deps) =>
  async ({ sid, attachmentId, inline }: Form<typeof entries.downloadUpload>): Promise<OutgoingFile> => {
    const account = await ticketOwner(parts, sid)
    const upload = await parts.uploads.find(account.id, attachmentId)
    const stream = upload?.finished ? await parts.uploads.read(account.id, attachmentId) : null
    if (!upload || !stream) throw new Refusal('notFound')
    return { name: upload.name, type: upload.type, size: upload.size, stream, inline }
  }
