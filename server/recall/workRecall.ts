/** Works one recall off: every step may be repeated after a crash without doing more (TRUST R22). */
import type { Account } from '../core/account'
import type { RecallWork } from '../core/mailJob'
import { markOf, type Recall, type RecalledState } from '../core/recall'
import { StoreAway } from '../core/refusal'
import { messageIdOf } from '../core/sentId'
import type { Checkpoint } from '../kit/checkpoint'
import type { SystemMailDeps } from '../outbox/dispatch/systemMail'
import type { OutboxEntry, OutboxStore } from '../outbox/outbox.store'
import type { RecallStore } from './recall.store'
import type { Recaller } from './recaller.port'
import { tellRecipient, tellResult } from './recallNotes'

export type WorkRecallDeps = SystemMailDeps & {
  readonly recaller: Recaller
  readonly outbox: Pick<OutboxStore, 'find'>
  readonly recalls: RecallStore
  readonly checkpoint?: Checkpoint
}

/** A recipient whose mailbox cannot be reached for so long has not been recalled from. */
const patienceMs = 60 * 60_000
/** For so long it is tried to put the result into the sender's inbox; after that it stands in the progress table alone. */
const tellMs = 12 * 60 * 60_000

export const makeWorkRecall =
  (deps: WorkRecallDeps) =>
  /** Answers whether all is done. Throws `StoreAway` while somebody is still waited for. */
  async (sender: Account, { recallId }: RecallWork, goesOn: () => Promise<boolean>): Promise<boolean> => {
    const recall = await deps.recalls.find(sender.id, recallId)
    if (recall === null || recall.mark !== 'running') return true
    const entry = await deps.outbox.find(sender.id, recall.sendId)
    const age = deps.clock.now() - recall.createdAt
    for (const { address, state } of recall.recipients) {
      if (state !== 'waiting') continue
      if (!(await goesOn())) return false
      const result = entry === null ? 'absent' : await takeBack(deps, sender, recall, address, entry)
      await deps.checkpoint?.('recallTaken')
      if (result !== 'waiting') await deps.recalls.note(recall.id, address, result)
      else if (age >= patienceMs) await deps.recalls.note(recall.id, address, 'failed')
      await deps.checkpoint?.('recallNoted')
    }
    const after = await deps.recalls.find(sender.id, recallId)
    if (after === null) return true
    const mark = markOf(after.recipients)
    if (mark === 'running') throw new StoreAway('recall')
    await tellResult(deps, sender, after).catch((error) => {
      if (!(error instanceof StoreAway) || age < tellMs) throw error
    })
    await deps.checkpoint?.('recallTold')
    await deps.recalls.end(recall.id, mark)
    return true
  }

async function takeBack(
  deps: WorkRecallDeps,
  sender: Account,
  recall: Recall,
  address: string,
  { id, from, sendAt, recipients }: OutboxEntry,
): Promise<RecalledState> {
  const state = recipients.find((it) => it.address === address)?.state
  // Not there yet: taken now, it would come all the same.
  if (state === 'queued' || state === 'retrying' || state === 'handing') return 'waiting'
  // Of one that is `unconfirmed` its mailbox alone can tell.
  if (state !== 'sent' && state !== 'unconfirmed') return 'absent'
  const messageId = messageIdOf(id, from)
  const taken = await deps.recaller.recall({ sendId: id, address, from, messageId, sentAt: sendAt })
  if (taken === 'away') return 'waiting'
  if (taken === 'absent' && deps.clock.now() - sendAt < deps.recaller.onItsWayMs) return 'waiting'
  // Before it is noted, so that an end between the two leaves nobody untold.
  if (taken === 'recalled' && recall.notice && !(await isTold(deps, address, sender, recall))) return 'waiting'
  return taken
}

/** A mailbox that is away for long is left untold: that the mail was taken is true all the same. */
async function isTold(deps: WorkRecallDeps, address: string, sender: Account, recall: Recall): Promise<boolean> {
  try {
    await tellRecipient(deps, address, sender, recall)
    return true
  } catch (error) {
    if (error instanceof StoreAway) return deps.clock.now() - recall.createdAt >= patienceMs
    throw error
  }
}
