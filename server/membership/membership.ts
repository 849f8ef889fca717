/** What an account's membership is and costs (SPEC §1, §6; BEHAVIOUR §21). */
import type { Reply } from '../../src/contract/endpoint'
import type * as entries from '../../src/contract/endpoints/account/orders'
import { priceOf, terms } from '../../src/contract/terms'
import { isVip, tierIds, tiers } from '../../src/contract/tiers'
import type { Account } from '../core/account'
import type { Caller } from '../core/caller'
import { daysLeft, graceLeft, isOver, isPastDue } from '../kit/membershipDays'
import type { OrderDeps } from './orders'

const paidTiers = tierIds.filter(isVip)

const prices = paidTiers.map((tier) => {
  const { fenPerMonth, fenPerYear } = tiers[tier]
  return { tier, fenPerMonth, fenPerYear }
})

const discounts = paidTiers.flatMap((tier) =>
  terms.flatMap((months) => {
    const { full, fen } = priceOf(tier, months)
    return fen < full ? [{ tier, months, fen: full - fen }] : []
  }),
)

const domainTypeOf = ({ tier, organization }: Account) =>
  organization !== null ? 'enterprise' : isVip(tier) ? 'vip' : 'free'

export const makeUserInfos =
  ({ clock, providers }: Pick<OrderDeps, 'clock' | 'providers'>) =>
  async (_form: unknown, { account }: Caller): Promise<Reply<typeof entries.userInfos>> => {
    const now = clock.now()
    const state = isOver(account, now) ? 'over' : isPastDue(account, now) ? 'grace' : 'active'
    return {
      username: account.address,
      tier: account.tier,
      domainType: domainTypeOf(account),
      dueTime: account.dueAt,
      daysLeft:
        account.dueAt === null
          ? null
          : state === 'grace'
            ? graceLeft(account.dueAt, now)
            : daysLeft(account.dueAt, now),
      state,
      prices,
      discounts,
      methods: [...providers.keys()],
    }
  }
