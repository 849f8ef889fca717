/** How many mails were sent today, and how many may be (SPEC §7: an enterprise account's count). */
import type { Reply } from '#contract/endpoint'
import type * as entries from '#contract/endpoints/sending/sending'
import { tiers } from '#contract/tiers'
import type { Account } from '../../core/account'
import type { Caller } from '../../core/caller'
import { Refusal } from '../../core/refusal'
import type { Clock } from '../../kit/clock'
import type { OrganizationSends, SendCount } from '../../organizations/organizationSends.store'
import type { AttemptStore } from '../../session/attempts/attempts.store'

export const sendWindowMs = 86_400_000

/** Under which a mailbox's sends are counted. */
export const sendsKey = (accountId: string): string => `sends:${accountId}`

export type SendCountDeps = { readonly attempts: AttemptStore; readonly organizationSends: OrganizationSends }

/** Of the own count and that of the organization the one that is used up first. */
export const makeSendCount =
  ({ attempts, organizationSends, clock }: SendCountDeps & { readonly clock: Clock }) =>
  async (_form: unknown, { account }: Caller): Promise<Reply<typeof entries.corporateSendCount>> => {
    const { organization } = account
    const now = clock.now()
    const limit = tiers[account.tier].sendsPerDay
    const own = { sent: await attempts.count(sendsKey(account.id), now, sendWindowMs), limit }
    const together = organization === null ? null : await organizationSends.count(organization, now, sendWindowMs)
    const roomIn = (count: SendCount) => Math.max(0, count.limit - count.sent)
    const counted = together === null || roomIn(own) < roomIn(together) ? own : together
    return { ...counted, sent: Math.min(counted.sent, counted.limit) }
  }

type Counted = {
  /** The organization with whose sends it was counted. */
  readonly countedIn: string | null
  readonly giveBack: () => Promise<void>
}

/** Counts one more. Throws `sendsUsedUp` where mailbox or organization has spent the day's. */
export async function countSend(
  { attempts, organizationSends }: SendCountDeps,
  { id, tier, organization }: Pick<Account, 'id' | 'tier' | 'organization'>,
  now: number,
): Promise<Counted> {
  const limit = tiers[tier].sendsPerDay
  const key = sendsKey(id)
  // One statement decides: of several sends at the same moment, at whichever gateway, one that is refused is not counted.
  if (!(await attempts.noteWithin(key, now, sendWindowMs, limit)))
    throw new Refusal('sendsUsedUp', { payload: { limit } })
  const ownBack = () => attempts.takeBack(key, now)
  if (organization === null) return { countedIn: null, giveBack: ownBack }
  try {
    const together = await organizationSends.noteWithin(organization, now, sendWindowMs)
    if (together === null) return { countedIn: null, giveBack: ownBack }
    if (!together.isNoted) throw new Refusal('sendsUsedUp', { payload: { limit: together.limit } })
  } catch (error) {
    await ownBack()
    throw error
  }
  const giveBack = async () => {
    await ownBack()
    await organizationSends.takeBack(organization, now)
  }
  return { countedIn: organization, giveBack }
}
