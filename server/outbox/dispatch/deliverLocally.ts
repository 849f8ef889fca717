/** Delivers a send to mailboxes of this house: once each, whenever the process ends (TRUST R1). */
import { Refusal } from '../../core/refusal'
import type { SpoolId } from '../../mail/mail.store'
import { makePlainArrive } from '../../rules/arrival/arrive'
import type { OutboxRecipient } from '../outbox.store'
import { giveUpMs } from './backoff'
import type { ClaimedEntry, DispatchDeps } from './dispatchDeps'
import type { Lease } from './lease'

/** `spool` holds the message as others may see it. */
export async function deliverLocally(
  deps: DispatchDeps,
  entry: ClaimedEntry,
  recipients: readonly OutboxRecipient[],
  spool: SpoolId,
  lease: Lease,
): Promise<void> {
  for (const recipient of recipients) {
    await lease.hold()
    const change = await deliverOne(deps, entry, recipient, spool)
    await deps.checkpoint?.('handedIn')
    await lease.note([{ address: recipient.address, ...change, attempts: recipient.attempts + 1 }])
    await deps.checkpoint?.('handInNoted')
  }
}

async function deliverOne(deps: DispatchDeps, entry: ClaimedEntry, { address }: OutboxRecipient, spool: SpoolId) {
  const account = await deps.accounts.byAddress(address)
  if (account === null) return { state: 'failed', reason: '550 5.1.1 No such mailbox here' } as const
  if (account.isClosed) return { state: 'failed', reason: '550 5.2.1 Mailbox closed' } as const
  const isLate = deps.clock.now() - entry.sendAt >= giveUpMs
  const waits = (reason: string) => ({ state: isLate ? 'failed' : 'retrying', reason }) as const
  // Cancelled, it would go with all that it has.
  if (account.isUnfinished === true) return waits('450 4.2.0 Mailbox not open yet')
  try {
    const arrive = deps.arrive ?? makePlainArrive(deps)
    await arrive({ account, from: entry.from, spool, key: `${entry.id}:${address}` })
    return { state: 'sent', reason: null } as const
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'quotaExceeded') throw error
    return waits('452 4.2.2 Mailbox full')
  }
}
