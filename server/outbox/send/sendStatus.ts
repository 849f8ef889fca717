/** What became of a send, by recipient. */
import type { Form, Reply } from '#contract/endpoint'
import type * as entries from '#contract/endpoints/sending/sending'
import { sendIdOf } from '#contract/mail/waitingMail'
import type { Caller } from '../../core/caller'
import { Refusal } from '../../core/refusal'
import type { OutboxRecipient, OutboxStore } from '../outbox.store'

type Status = Reply<typeof entries.sendStatus>

export const makeSendStatus =
  ({ outbox }: { readonly outbox: OutboxStore }) =>
  async ({ id }: Form<typeof entries.sendStatus>, { account }: Caller): Promise<Status> => {
    const entry = await outbox.find(account.id, sendIdOf(id) ?? id)
    if (entry === null) throw new Refusal('notFound')
    const [waiting] = await outbox.kept(account.id, [entry.id])
    return {
      subject: entry.subject,
      ...(entry.planned !== null && waiting !== undefined && !waiting.failed
        ? { sendAt: entry.sendAt, planned: entry.planned }
        : {}),
      separate: entry.separate,
      underWay: waiting !== undefined && !waiting.failed,
      canSendAgain: waiting?.failed ?? false,
      recipients: entry.recipients.map(recipientView),
    }
  }

export function recipientView({ address, state, local, reason }: OutboxRecipient): Status['recipients'][number] {
  // To the sender, a mail that is just being handed over still waits.
  return { address, state: state === 'handing' ? 'queued' : state, local, reason }
}
