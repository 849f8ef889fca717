/** Hands a send to the relay: what may have gone out is on record before the last dot, and never goes twice (TRUST R1, R3). */
import type { Readable } from 'node:stream'
import type { OutboxRecipient, RecipientState } from '../outbox.store'
import { giveUpMs } from './backoff'
import type { ClaimedEntry, DispatchDeps } from './dispatchDeps'
import type { Lease } from './lease'
import type { RelayEnvelope, RelayResult } from './relay.port'

export async function relayOut(
  deps: DispatchDeps,
  entry: ClaimedEntry,
  recipients: readonly OutboxRecipient[],
  message: () => Promise<Readable>,
  lease: Lease,
): Promise<void> {
  if (recipients.length === 0) return
  const to = recipients.map(({ address }) => address)
  await lease.hold()
  await deps.checkpoint?.('beforeHandOver')
  const results = await ask(deps, { sender: entry.accountId, from: entry.from, to }, message, async (accepted) => {
    // Where another worker has taken over this throws, and the relay breaks off before the dot.
    await lease.note(accepted.map((address) => ({ address, state: 'handing' })))
    await deps.checkpoint?.('handing')
  })
  await deps.checkpoint?.('handedOut')
  const answered = new Map(results.map((result) => [result.address, result]))
  const isLate = deps.clock.now() - entry.sendAt >= giveUpMs
  await lease.noteSurely(
    recipients.map(({ address, attempts }) => {
      const { state, reason } = answered.get(address) ?? { state: 'temporary', reason: null }
      return { address, state: stateOf(state, isLate), attempts: attempts + 1, reason }
    }),
  )
  await deps.checkpoint?.('handOutNoted')
}

async function ask(
  deps: DispatchDeps,
  envelope: RelayEnvelope,
  message: () => Promise<Readable>,
  beforeLastDot: (accepted: readonly string[]) => Promise<void>,
): Promise<readonly RelayResult[]> {
  // Sent out while there was a relay, and there is none now: it may come back.
  if (deps.relay === null)
    return envelope.to.map((address) => ({ address, state: 'temporary', reason: '451 4.4.0 No relay' }))
  return deps.relay.hand(envelope, message, beforeLastDot)
}

function stateOf(state: RelayResult['state'], isLate: boolean): RecipientState {
  if (state === 'permanent') return 'failed'
  if (state === 'temporary') return isLate ? 'failed' : 'retrying'
  return state
}
