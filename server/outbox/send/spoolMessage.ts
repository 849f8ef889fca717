/** Writes the message of a send to the disk, as the account's own and in the thread that it answers (TRUST S12). */
import { Readable } from 'node:stream'
import type { Form } from '#contract/endpoint'
import type * as entries from '#contract/endpoints/sending/sending'
import { limits } from '#contract/limits'
import type { CardFile, CardWriter } from '../../contacts/cards/cards.store'
import type { AccountId } from '../../core/account'
import type { Caller } from '../../core/caller'
import { Refusal } from '../../core/refusal'
import { type SenderDeps, senderOf } from '../../core/senderName'
import { messageIdOf } from '../../core/sentId'
import { messageFile } from '../../drafts/attachedFiles'
import type { Upload, UploadStore } from '../../drafts/uploads/uploads.store'
import { writtenText } from '../../drafts/writtenText'
import type { Clock } from '../../kit/clock'
import type { MailStores, SpoolId } from '../../mail/mail.store'
import type { Spool } from '../../mail/spool/spool.store'
import type { Recipients } from '../readRecipients'
import type { MessageBuilder, MessageFile } from './messageBuilder.port'

type SendForm = Form<typeof entries.sendMail>

type SpoolDeps = SenderDeps & {
  readonly mailStores: MailStores
  readonly uploads: UploadStore
  readonly spool: Spool
  readonly builder: MessageBuilder
  readonly cardWriter: Pick<CardWriter, 'addTo'>
  readonly clock: Clock
}

/** As RFC 5322 section 3.6.4 writes it, near enough to stand in a header. */
const isMessageId = (text: string) => /^<[^<>\s]{1,900}>$/u.test(text)

type ToSpool = {
  readonly id: string
  readonly recipients: Recipients
  readonly files: readonly Upload[]
  readonly date: number
}

/** Throws `quotaExceeded` where the copy in Sent would not fit: then nothing has been sent. */
export async function spoolMessage(
  deps: SpoolDeps,
  form: SendForm,
  { account }: Caller,
  what: ToSpool,
): Promise<{ readonly id: SpoolId; readonly size: number }> {
  const store = deps.mailStores.of(account)
  const original = form.inReplyTo === undefined ? null : await store.open(form.inReplyTo)
  // A mail with an odd id can be answered all the same: the thread is lost, not the answer.
  const [originalId = null] = [original?.parsed.messageId ?? ''].filter(isMessageId)
  const { words, files: cardFiles } = await wordsWithCard(deps, form, account.id)
  const message = await deps.builder.message({
    // The account's own, whatever was asked for (TRUST S12).
    from: await senderOf(deps, account),
    ...what.recipients,
    subject: form.subject,
    ...words,
    files: [...what.files.map((file) => messageFile(deps.uploads, account.id, file)), ...cardFiles.map(cardPart)],
    messageId: messageIdOf(what.id, account.address),
    inReplyTo: form.mode === 'forward' ? null : originalId,
    references:
      originalId === null ? [] : [...(original?.parsed.references ?? []).filter(isMessageId).slice(-50), originalId],
    date: what.date,
    urgent: form.urgent,
    receipt: form.receipt,
    headers: [],
  })
  const { id, size } = await deps.spool.put(message, limits.messageBytes)
  if (!form.saveToSent) return { id, size }
  const { used, limit } = await store.quota()
  if (used + size <= limit) return { id, size }
  await deps.spool.release(id)
  throw new Refusal('quotaExceeded')
}

/** The card is made at the moment of sending, so a draft names it and holds none of it. */
async function wordsWithCard({ cardWriter }: SpoolDeps, form: SendForm, account: AccountId) {
  const words = writtenText(form)
  if (form.card === undefined) return { words, files: [] }
  const joined = await cardWriter.addTo(words, account, form.card)
  if (joined === null) throw new Refusal('cardGone', { field: 'card' })
  return joined
}

const cardPart = ({ bytes, ...file }: CardFile): MessageFile => ({
  ...file,
  open: async () => Readable.from([bytes], { objectMode: false }),
})
