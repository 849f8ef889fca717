/**
 * A worker's hold on one entry (TRUST R18). It is renewed while the work goes on; every step that matters asks for it, so that a worker
 * which stood still while another took over ends there, and nothing is sent by both.
 */
import { LeaseLost } from '../../core/leaseLost'
import type { RecipientChange } from '../../ports/outboxStore'
import type { OutboxParts } from './parts'

export type Lease = {
  /** Throws `LeaseLost` when another worker has the entry. To be asked before anything that the journal itself cannot refuse. */
  readonly hold: () => Promise<void>
  /** Throws `LeaseLost` as the journal does: then nothing is noted. */
  readonly note: (changes: readonly RecipientChange[]) => Promise<void>
  readonly settle: (nextAt: number | null) => Promise<void>
  /** Renews it no longer. */
  readonly end: () => void
}

export function keepLease(
  { outbox, clock }: Pick<OutboxParts, 'outbox' | 'clock'>,
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
  return {
    hold: async () => {
      if (clock.now() - renewedAt >= leaseMs / 3) await renew()
    },
    note: (changes) => outbox.setRecipients(id, worker, changes),
    settle: (nextAt) => outbox.settle(id, worker, nextAt),
    end: () => clearInterval(timer),
  }
}
