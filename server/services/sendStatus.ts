/** What became of a send, by recipient. */
import type { Form, Reply } from '../../src/contract/endpoint'
import type * as entries from '../../src/contract/endpoints/sending'
import { Refusal } from '../core/refusal'
import type { OutboxRecipient, OutboxStore } from '../ports/outboxStore'
import type { Caller } from './caller'

type Status = Reply<typeof entries.sendStatus>

export const makeSendStatus =
  ({ outbox }: { readonly outbox: OutboxStore }) =>
  async ({ id }: Form<typeof entries.sendStatus>, { account }: Caller): Promise<Status> => {
    const entry = await outbox.find(account.id, id)
    if (entry === null) throw new Refusal('notFound')
    return { subject: entry.subject, recipients: entry.recipients.map(recipientView) }
  }

export function recipientView({ address, state, reason }: OutboxRecipient): Status['recipients'][number] {
  // To the sender, a mail that is just being handed over still waits.
  return { address, state: state === 'handing' ? 'queued' : state, reason }
}
