/** Takes a receipt that came back for what it proves: that one recipient of one send has displayed it (RFC 8098, TRUST S22). */
import type { Account } from '../../core/account'
import { domainOf } from '../../core/emailAddress'
import type { ParsedMail } from '../../core/mail'
import { entryIdIn, messageIdOf } from '../../core/sentId'
import type { OutboxEntry, OutboxStore } from '../outbox.store'
import type { ReadReceipts } from './readReceipts.store'

export type ReceivedDeps = {
  readonly outbox: Pick<OutboxStore, 'find'>
  readonly readReceipts: ReadReceipts
  /** Domains whose mail the house itself delivers. */
  readonly domains: readonly string[]
}

export type Received = {
  readonly parsed: ParsedMail
  readonly receivedAt: number
  /** Whether it was written by a person of this house, here: nobody else can send so in their name. */
  readonly isOwn: boolean
}

/**
 * Anybody can write a receipt. It counts when it is for a mail that this account sent, from one to whom that mail went, about that
 * one's own mailbox; and where it says to be of this house, only when it came from within.
 */
export async function noteReceived(deps: ReceivedDeps, account: Account, received: Received): Promise<void> {
  const { displayed, from, authentication } = received.parsed
  const entryId = displayed === undefined ? null : entryIdIn(displayed.messageId)
  if (displayed === undefined || entryId === null) return
  const entry = await deps.outbox.find(account.id, entryId)
  if (entry === null || messageIdOf(entry.id, entry.from) !== displayed.messageId) return
  const reader = from.address.toLowerCase()
  if (!wentTo(entry, reader)) return
  if (displayed.recipients.length > 0 && !displayed.recipients.includes(reader)) return
  if (!received.isOwn && deps.domains.includes(domainOf(reader))) return
  if (Object.values(authentication).includes('fail')) return
  await deps.readReceipts.note(account.id, entry.id, reader, instantOf(received, entry))
}

function wentTo({ recipients }: OutboxEntry, address: string): boolean {
  const found = recipients.find((it) => it.address === address)
  return found?.state === 'sent' || found?.state === 'unconfirmed'
}

/** What the receipt's Date claims, where that can be: after the mail went, and before the receipt came. */
function instantOf({ parsed, receivedAt }: Received, { sendAt }: OutboxEntry): number {
  return Math.min(Math.max(parsed.sentAt ?? receivedAt, sendAt), Math.max(receivedAt, sendAt))
}
