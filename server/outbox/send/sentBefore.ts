/** Whether a mail is on record already: a repetition gets the answer of the first call, and other words under its name are refused (TRUST R2, R7). */
import { createHash, type Hash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import type { Form, Reply } from '#contract/endpoint'
import type * as entries from '#contract/endpoints/sending/sending'
import { Refusal } from '../../core/refusal'
import type { OutboxEntry, OutboxStore } from '../outbox.store'
import { recipientView } from './sendStatus'

type SendForm = Form<typeof entries.sendMail>
type SendReply = Reply<typeof entries.sendMail>

/** Null where nothing of it was sent. Throws `idempotencyConflict` or `draftSent`. */
export async function sentBefore(
  outbox: Pick<OutboxStore, 'byKey' | 'byDraft' | 'byLineage'>,
  form: SendForm,
  accountId: string,
  contentHash: string,
): Promise<SendReply | null> {
  const earlier = await outbox.byKey(accountId, form.idempotencyKey)
  if (earlier) return repeated(earlier.entry, earlier.contentHash === contentHash)
  // Two windows with one draft: what the first has sent, the second does not send again, in whichever version it has it.
  const sent =
    (form.draftId === undefined ? null : await outbox.byDraft(accountId, form.draftId)) ??
    (form.lineage ? await outbox.byLineage(accountId, form.lineage) : null)
  return sent && repeated(sent.entry, sent.contentHash === contentHash, 'draftSent')
}

/** Characters of a text that are hashed before others have a turn: a form holds megabytes (TRUST S27). */
const hashedCharacters = 128 * 1024

/** Whatever was asked for, but the draft and the sender's answers: a retry is the same send. */
export async function hashOf(form: SendForm): Promise<string> {
  const {
    idempotencyKey: _key,
    draftId: _draft,
    lineage: _lineage,
    writer: _writer,
    outside: _asked,
    card,
    ...others
  } = form
  // A message without a card has the hash that it had before there were any.
  const asked = card === undefined ? others : { ...others, card }
  const hash = createHash('sha256')
  const fields = Object.entries(asked).sort(([one], [other]) => (one < other ? -1 : 1))
  for (const [at, [name, value]] of fields.entries()) {
    hash.update(`${at === 0 ? '[' : ','}[${JSON.stringify(name)},`)
    if (typeof value === 'string') await hashText(hash, value)
    else hash.update(JSON.stringify(value) ?? 'null')
    hash.update(']')
  }
  return hash.update(']').digest('hex')
}

/** As JSON in one piece would be, so that a retry after an update of the gateway has the same hash. */
async function hashText(hash: Hash, text: string): Promise<void> {
  hash.update('"')
  for (let at = 0; at < text.length; ) {
    const next = at + hashedCharacters
    // JSON writes the halves of a character otherwise than the whole.
    const end = /[\ud800-\udbff]/.test(text.charAt(next - 1)) ? next + 1 : next
    hash.update(JSON.stringify(text.slice(at, end)).slice(1, -1))
    at = end
    if (at < text.length) await setImmediate()
  }
  hash.update('"')
}

export function repeated(
  entry: OutboxEntry,
  sameContent: boolean,
  conflict: 'idempotencyConflict' | 'draftSent' = 'idempotencyConflict',
): SendReply {
  if (!sameContent) {
    throw new Refusal(conflict, { field: conflict === 'draftSent' ? 'draftId' : 'idempotencyKey' })
  }
  return {
    id: entry.id,
    ...(entry.planned === null ? {} : { sendAt: entry.sendAt }),
    recipients: entry.recipients.map(recipientView).map(({ address, state }) => ({ address, state })),
  }
}
