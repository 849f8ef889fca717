/** Why a planned mail cannot be changed any more: it goes, another window has made a draft of it, or there is none. */
import { Refusal } from '../../core/refusal'
import type { OutboxStore } from '../outbox.store'

export async function noPlanReason(
  outbox: Pick<OutboxStore, 'find'>,
  accountId: string,
  entryId: string,
): Promise<Refusal> {
  const entry = await outbox.find(accountId, entryId)
  if (entry === null) return new Refusal('notFound')
  const isBack = entry.recipients.every(({ state }) => state === 'cancelled')
  return new Refusal(isBack ? 'takenBackElsewhere' : 'tooLateToTakeBack')
}
