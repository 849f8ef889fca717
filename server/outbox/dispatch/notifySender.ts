/** Tells the sender, in the inbox, of every recipient that was not reached or whose outcome nobody knows (RFC 3464, TRUST R3). */
import { createHash } from 'node:crypto'
import { limits } from '#contract/limits'
import type { Account } from '../../core/account'
import { domainOf } from '../../core/emailAddress'
import { Refusal } from '../../core/refusal'
import type { SpoolId } from '../../mail/mail.store'
import { isOnlyCopy } from '../../rules/arrival/outgoing'
import type { OutboxRecipient } from '../outbox.store'
import type { ClaimedEntry, DispatchDeps } from './dispatchDeps'
import { asGenuine } from './genuineNotice'
import type { Lease } from './lease'

const kinds = ['failed', 'unconfirmed'] as const

/**
 * Sees to it that a notice stands for every such recipient; those that failed in one try share one. Its key is made of their
 * addresses, so that doing it again writes nothing. False where a notice does not fit into the mailbox for now.
 */
export async function notifySender(
  deps: DispatchDeps,
  entry: ClaimedEntry,
  recipients: readonly OutboxRecipient[],
  sender: Account,
  lease: Lease,
): Promise<boolean> {
  // Sent with an empty return path: nobody is to be told (RFC 5321 section 4.5.5).
  if (entry.from === '') return true
  let allTold = true
  // What rules handed on and kept nowhere is not lost where nobody takes it.
  if (isOnlyCopy(entry.idempotencyKey) && recipients.some(({ state }) => state === 'failed')) {
    await lease.hold()
    allTold = await append(deps, entry.spool, sender, `${entry.id}:back`)
  }
  for (const kind of kinds)
    for (const group of byAttempt(recipients.filter(({ state }) => state === kind))) {
      await lease.hold()
      if (!(await tell(deps, entry, kind, group, sender))) allTold = false
    }
  return allTold
}

function byAttempt(recipients: readonly OutboxRecipient[]): readonly (readonly OutboxRecipient[])[] {
  const groups = new Map<number, OutboxRecipient[]>()
  for (const recipient of recipients)
    groups.set(recipient.attempts, [...(groups.get(recipient.attempts) ?? []), recipient])
  return [...groups.values()]
}

async function tell(
  deps: DispatchDeps,
  entry: ClaimedEntry,
  kind: (typeof kinds)[number],
  group: readonly OutboxRecipient[],
  sender: Account,
): Promise<boolean> {
  const { builder, spool, clock, checkpoint, authServer = null } = deps
  const hash = createHash('sha256')
    .update(group.map(({ address }) => address).join('\n'))
    .digest('hex')
    .slice(0, 32)
  const domain = domainOf(entry.from)
  const message = await builder.bounce({
    kind,
    to: { name: sender.displayName, address: sender.address },
    domain,
    subject: entry.subject,
    originalMessageId: `<${entry.id}@${domain}>`,
    recipients: group.map(({ address, reason }) => ({ address, reason })),
    messageId: `<${entry.id}.${kind}.${hash}@${domain}>`,
    date: clock.now(),
  })
  const put = await spool.put(asGenuine(message, authServer), limits.messageBytes)
  try {
    const isTold = await append(deps, put.id, sender, `${entry.id}:${kind}:${hash}`)
    if (isTold) await checkpoint?.('told')
    return isTold
  } finally {
    await spool.release(put.id)
  }
}

/** False where the mailbox is full. */
async function append({ mailStores, clock }: DispatchDeps, spool: SpoolId, to: Account, key: string): Promise<boolean> {
  const source = { kind: 'spool', spool } as const
  try {
    await mailStores.of(to).append({ folder: 'inbox', source, flags: {}, receivedAt: clock.now(), key })
    return true
  } catch (error) {
    if (error instanceof Refusal && error.code === 'quotaExceeded') return false
    throw error
  }
}
