/** Works one entry of the outbox off as far as it goes now: every step may be repeated after a crash without doing more (TRUST R1). */
import { pipeline } from 'node:stream'
import { limits } from '../../../src/contract/limits'
import type { OutboxRecipient } from '../../ports/outboxStore'
import { giveUpMs, pauseAfter } from './backoff'
import { handIn } from './handIn'
import { handOut } from './handOut'
import { keepOwnCopies } from './ownCopies'
import type { ClaimedEntry, OutboxParts } from './parts'
import { tellSender } from './tellSender'
import { withoutBcc } from './withoutBcc'

const waits = ({ state }: OutboxRecipient) => state === 'queued' || state === 'retrying'

export async function workEntry(parts: OutboxParts, claimed: ClaimedEntry): Promise<void> {
  await parts.checkpoint?.('claimed')
  // What was claimed may be older than the last thing that was done about it here.
  const current = await parts.outbox.find(claimed.accountId, claimed.id)
  const entry = { ...claimed, recipients: current?.recipients ?? [] }
  const sender = await parts.accounts.byId(entry.accountId)
  // Whoever wrote it is gone with all their mail: there is nobody to send for and nobody to tell.
  if (sender === null) return finish(parts, entry)
  await settleHanding(parts, entry)
  const kept = await keepOwnCopies(parts, entry, sender)
  await deliver(parts, entry)
  const recipients = (await parts.outbox.find(entry.accountId, entry.id))?.recipients ?? []
  const told = await tellSender(parts, entry, recipients, sender)
  const waiting = recipients.filter(waits)
  const isLate = parts.clock.now() - entry.createdAt >= giveUpMs * 2
  if (waiting.length === 0 && ((kept && told) || isLate)) return finish(parts, entry)
  const tries = Math.max(1, ...waiting.map(({ attempts }) => attempts))
  await parts.outbox.settle(entry.id, parts.clock.now() + pauseAfter(tries))
}

/** The process ended while these were being handed over: whether they went is known to the other side alone. */
async function settleHanding(parts: OutboxParts, entry: ClaimedEntry): Promise<void> {
  for (const { address, attempts } of entry.recipients.filter(({ state }) => state === 'handing'))
    await parts.outbox.setRecipient(entry.id, address, { state: 'unconfirmed', attempts: attempts + 1 })
}

async function deliver(parts: OutboxParts, entry: ClaimedEntry): Promise<void> {
  const waiting = entry.recipients.filter(waits)
  const local = waiting.filter((recipient) => recipient.local)
  const visible = async () => pipeline(await parts.spool.read(entry.spool), withoutBcc(), () => undefined)
  if (local.length > 0) {
    // One file for all of them; the mailboxes that took it keep it alive.
    const { id } = await parts.spool.put(await visible(), limits.messageBytes)
    try {
      await handIn(parts, entry, local, id)
    } finally {
      await parts.spool.release(id)
    }
  }
  const outside = waiting.filter((recipient) => !recipient.local)
  await handOut(parts, entry, outside, visible)
}

async function finish(parts: OutboxParts, entry: ClaimedEntry): Promise<void> {
  await parts.outbox.settle(entry.id, null)
  await parts.checkpoint?.('settled')
  await parts.spool.release(entry.spool)
}
