/** Whether a mail is on record already: a repetition gets the answer of the first call, and other words under its name are refused (TRUST R2, R7). */
import { createHash } from 'node:crypto'
import type { Form, Reply } from '../../src/contract/endpoint'
import type * as entries from '../../src/contract/endpoints/sending'
import { Refusal } from '../core/refusal'
import type { OutboxEntry, OutboxStore } from '../ports/outboxStore'
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

/** Whatever was asked for, but the draft: a retry after an automatic saving is still the same send. */
export function hashOf(form: SendForm): string {
  const { idempotencyKey: _key, draftId: _draft, lineage: _lineage, writer: _writer, ...asked } = form
  return createHash('sha256')
    .update(JSON.stringify(Object.entries(asked).sort(([one], [other]) => (one < other ? -1 : 1))))
    .digest('hex')
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
