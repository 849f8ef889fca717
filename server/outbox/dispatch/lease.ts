/**
 * A worker's hold on one entry (TRUST R18). It is renewed while the work goes on; every step that matters asks for it, so that a worker
 * which stood still while another took over ends there, and nothing is sent by both.
 */
import { setTimeout } from 'node:timers/promises'
import { LeaseLost } from '../../core/leases'
import { StoreAway } from '../../core/refusal'
import type { RecipientChange } from '../outbox.store'
import type { DispatchDeps } from './dispatchDeps'

export type Lease = {
  /** Throws `LeaseLost` when another worker has the entry. To be asked before anything that the journal itself cannot refuse. */
  readonly hold: () => Promise<void>
  /** Throws `LeaseLost` as the journal does: then nothing is noted. */
  readonly note: (changes: readonly RecipientChange[]) => Promise<void>
  /** The same, and asked again while the store is away: what a relay has answered must not be forgotten for a restart of the database. */
  readonly noteSurely: Lease['note']
  readonly noteCopy: (sentId: string) => Promise<void>
  readonly settle: (nextAt: number | null, keepUntil?: number | null) => Promise<void>
  /** Renews it no longer. */
  readonly end: () => void
}

/** How often a store that is away is asked again before the lease ends anyhow. */
const triesInLease = 30

export function keepLease(
  { outbox, clock }: Pick<DispatchDeps, 'outbox' | 'clock'>,
  id: string,
  worker: string,
  leaseMs: number,
): Lease {
  let renewedAt = clock.now()
  const renew = async () => {
    const now = clock.now()
    if (!(await outbox.renew(id, worker, now + leaseMs))) throw new LeaseLost(id)
    renewedAt = now
  }
  // A store that is away for a moment is asked again; whether the lease is lost, the next step finds out.
  const timer = setInterval(() => void renew().catch(() => undefined), leaseMs / 3).unref()
  const note: Lease['note'] = (changes) => outbox.setRecipients(id, worker, changes)
  return {
    note,
    noteSurely: async (changes) => {
      for (let left = triesInLease; ; left--)
        try {
          return await note(changes)
        } catch (error) {
          if (!(error instanceof StoreAway) || left === 0) throw error
          await setTimeout(leaseMs / triesInLease)
        }
    },
    hold: async () => {
      if (clock.now() - renewedAt >= leaseMs / 3) await renew()
    },
    noteCopy: (sentId) => outbox.noteCopy(id, worker, sentId),
    settle: (nextAt, keepUntil) => outbox.settle(id, worker, nextAt, keepUntil),
    end: () => clearInterval(timer),
  }
}
