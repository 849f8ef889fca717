/** What an order costs, in integer fen, and until when it goes (decision 53). */
import type { Quote } from '../../src/contract/endpoints/account/orders'
import { priceOf, type Term, terms } from '../../src/contract/terms'
import { isVip, type TierId, tiers } from '../../src/contract/tiers'
import type { Account } from '../core/account'
import { daysLater, daysLeft, isPastDue, monthsLater, renewedUntil } from '../kit/membershipDays'

/** Of the longest year, so that nobody is credited more than was paid. */
const daysOfYear = 366

export const termOf = (months: number): Term | null => terms.find((term) => term === months) ?? null

/** Null where this account cannot order that. */
export function quoteOf(
  account: Pick<Account, 'tier' | 'dueAt'>,
  { tier, months }: { readonly tier: TierId; readonly months: Term },
  now: number,
): Quote | null {
  if (!isVip(tier)) return null
  const { full, fen } = priceOf(tier, months)
  const price = [
    { kind: 'term', fen: full } as const,
    ...(fen < full ? [{ kind: 'termDiscount', fen: fen - full } as const] : []),
  ]
  if (tier === account.tier) {
    if (account.dueAt === null) return null
    const endsAt = renewedUntil(account.dueAt, now, months)
    return { purpose: 'renewal', tier, months, lines: price, fen, extraDays: 0, endsAt }
  }
  // What has no end would get one, and nothing for it.
  if (isVip(account.tier) && account.dueAt === null) return null
  const isPresent = isVip(account.tier) && !isPastDue(account, now)
  if (isPresent && tiers[tier].fenPerMonth <= tiers[account.tier].fenPerMonth) return null
  const days = isPresent && account.dueAt !== null ? daysLeft(account.dueAt, now) : 0
  const credit = Math.floor((days * tiers[account.tier].fenPerYear) / daysOfYear)
  // Something must be left to pay; what the price does not use up becomes days.
  const used = Math.min(credit, fen - 1)
  const extraDays = Math.floor(((credit - used) * daysOfYear) / tiers[tier].fenPerYear)
  return {
    ...{ purpose: 'upgrade', tier, months },
    lines: used === 0 ? price : [...price, { kind: 'credit', fen: -used, days }],
    fen: fen - used,
    extraDays,
    endsAt: daysLater(monthsLater(now, months), extraDays),
  }
}
