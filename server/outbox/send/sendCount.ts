/** How many mails were sent today, and how many may be (SPEC §7: an enterprise account's count). */
import type { Reply } from '#contract/endpoint'
import type * as entries from '#contract/endpoints/sending/sending'
import { tiers } from '#contract/tiers'
import type { Account } from '../../core/account'
import type { Caller } from '../../core/caller'
import { Refusal } from '../../core/refusal'
import type { Clock } from '../../kit/clock'
import type { AttemptStore } from '../../session/attempts/attempts.store'

export const sendWindowMs = 86_400_000

/** Under which a mailbox's sends are counted. */
export const sendsKey = (accountId: string): string => `sends:${accountId}`

export const makeSendCount =
  ({ attempts, clock }: { readonly attempts: AttemptStore; readonly clock: Clock }) =>
  async (_form: unknown, { account }: Caller): Promise<Reply<typeof entries.corporateSendCount>> => {
    const limit = tiers[account.tier].sendsPerDay
    const counted = await attempts.count(sendsKey(account.id), clock.now(), sendWindowMs)
    return { sent: Math.min(counted, limit), limit }
  }

/** Counts one more send; answers how to take that back. Throws `sendsUsedUp` where the day's are spent. */
export async function countSend(
  attempts: AttemptStore,
  account: Pick<Account, 'id' | 'tier'>,
  now: number,
): Promise<() => Promise<void>> {
  const limit = tiers[account.tier].sendsPerDay
  const key = sendsKey(account.id)
  // One statement decides: of several sends at the same moment, at whichever gateway, one that is refused is not counted.
  if (!(await attempts.noteWithin(key, now, sendWindowMs, limit)))
    throw new Refusal('sendsUsedUp', { payload: { limit } })
  return () => attempts.takeBack(key, now)
}
