/** Keeps what is being written, in place of the version before; the old one goes only when the new one is safe. */
import { randomUUID } from 'node:crypto'
import type { Form, Reply } from '../../src/contract/endpoint'
import type * as entries from '../../src/contract/endpoints/sending/sending'
import { limits } from '../../src/contract/limits'
import { holdsControl, isAnswerable } from '../../src/contract/rules'
import type { Caller } from '../core/caller'
import { domainOf } from '../core/emailAddress'
import type { Address } from '../core/mail'
import { Refusal } from '../core/refusal'
import type { Clock } from '../kit/clock'
import type { MailStores } from '../mail/mail.store'
import type { Spool } from '../mail/spool/spool.store'
import type { MessageBuilder } from '../outbox/send/messageBuilder.port'
import { refuseTooLarge } from './attachedFiles'
import { draftPictures } from './draftFiles'
import { type DraftNotes, draftHeaders } from './draftNotes'
import { replaceNewest } from './replaceNewest'
import type { Upload, UploadStore } from './uploads/uploads.store'
import { writtenText } from './writtenText'

export type SaveDraftDeps = {
  readonly mailStores: MailStores
  readonly uploads: UploadStore
  readonly spool: Spool
  readonly builder: MessageBuilder
  readonly clock: Clock
}

type DraftForm = Form<typeof entries.saveDraft>

export const makeSaveDraft =
  (deps: SaveDraftDeps) =>
  async (form: DraftForm, { account }: Caller): Promise<Reply<typeof entries.saveDraft>> => {
    const { mailStores, uploads, spool, builder, clock } = deps
    if (holdsControl(form.subject)) throw new Refusal('headerInvalid', { field: 'subject' })
    const files = await knownFiles(uploads, account.id, form.attachmentIds)
    const now = clock.now()
    const { bcc, cc, to, unread } = readTyped(form, builder)
    const notes: DraftNotes = {
      attachmentIds: files.map((file) => file.id),
      mode: form.mode,
      inReplyTo: form.inReplyTo ?? null,
      receipt: form.receipt,
      separate: form.separate,
      saveToSent: form.saveToSent,
      plain: form.text !== undefined,
      sendAt: form.sendAt ?? null,
      card: form.card ?? null,
      lineage: form.lineage,
      writer: form.writer,
      unread,
    }
    const message = await builder.message({
      from: { name: account.displayName, address: account.address },
      to,
      cc,
      bcc,
      subject: form.subject,
      ...writtenText(form),
      files: draftPictures(uploads, account.id, files, form.html),
      messageId: `<${randomUUID()}@${domainOf(account.address)}>`,
      inReplyTo: null,
      references: [],
      date: now,
      urgent: form.urgent,
      receipt: form.receipt,
      headers: draftHeaders(notes),
    })
    await uploads.touch(account.id, notes.attachmentIds, now)
    const put = await spool.put(message, limits.messageBytes)
    try {
      const mail = {
        folder: 'draft',
        source: { kind: 'spool', spool: put.id },
        flags: { seen: true },
        receivedAt: now,
        key: null,
      } as const
      return { id: await replaceNewest(mailStores.of(account), form, mail), savedAt: now }
    } finally {
      await spool.release(put.id)
    }
  }

/** A draft may name files that are still on their way; what is not there at all is refused. */
async function knownFiles(uploads: UploadStore, owner: string, ids: readonly string[]): Promise<readonly Upload[]> {
  const found: Upload[] = []
  for (const id of new Set(ids)) {
    const upload = await uploads.find(owner, id)
    if (upload === null) throw new Refusal('attachmentUnknown', { field: 'attachmentIds', payload: { ids: [id] } })
    found.push(upload)
  }
  refuseTooLarge(found)
  return found
}

/** A draft may hold half an address: what is none is kept as it was typed, outside the address headers. */
function readTyped(form: DraftForm, builder: MessageBuilder) {
  const unread: Record<'to' | 'cc' | 'bcc', string[]> = { to: [], cc: [], bcc: [] }
  const read = (field: 'to' | 'cc' | 'bcc'): readonly Address[] =>
    form[field].flatMap((text) => {
      if (holdsControl(text)) throw new Refusal('headerInvalid', { field })
      const found = builder.address(text)
      if (found !== null && isAnswerable(found.address)) return [found]
      if (text.trim() !== '') unread[field].push(text)
      return []
    })
  return { to: read('to'), cc: read('cc'), bcc: read('bcc'), unread }
}
