/** What a send changes in the sender's own mailbox: the copy in Sent, the draft that is done, the mark on the mail it answers. */
import type { Account } from '../../core/account'
import { Refusal } from '../../core/refusal'
import type { ClaimedEntry, DispatchDeps } from './dispatchDeps'
import type { Lease } from './lease'

/** Every step may be done again after a crash without doing more. False where the Sent copy does not fit for now. */
export async function keepOwnCopies(
  deps: DispatchDeps,
  entry: ClaimedEntry,
  sender: Account,
  lease: Lease,
): Promise<boolean> {
  await lease.hold()
  const store = deps.mailStores.of(sender)
  const kept = !entry.saveToSent || (await keepSent(deps, entry, sender, lease))
  await deps.checkpoint?.('sentKept')
  if (!kept) return false
  await lease.hold()
  if (entry.draftId !== null) await store.remove([entry.draftId])
  await deps.checkpoint?.('draftRemoved')
  if (entry.answers !== null) await store.noteReply(entry.answers.id, entry.answers.kind)
  await deps.checkpoint?.('replyNoted')
  return true
}

async function keepSent(deps: DispatchDeps, entry: ClaimedEntry, sender: Account, lease: Lease): Promise<boolean> {
  try {
    const copy = await deps.mailStores.of(sender).append({
      folder: 'sent',
      source: { kind: 'spool', spool: entry.spool },
      flags: { seen: true },
      receivedAt: entry.sendAt,
      key: `${entry.id}:sent`,
    })
    if (entry.separate) await lease.noteCopy(copy.id)
    return true
  } catch (error) {
    if (error instanceof Refusal && error.code === 'quotaExceeded') return false
    throw error
  }
}
