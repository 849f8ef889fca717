/** When a mail goes: at once, after the seconds in which it can be taken back, or at a time that was chosen (SPEC §3). */
import { limits } from '#contract/limits'
import { tiers } from '#contract/tiers'
import type { Account } from '../../core/account'
import { Refusal } from '../../core/refusal'
import type { Planned } from '../outbox.store'

const dayMs = 86_400_000
const offered: readonly number[] = limits.holdSeconds

export type SendPlan = { readonly planned: Planned | null; readonly sendAt: number }

/** Throws `badField`, `scheduleEmpty`, `scheduleTooSoon` or `scheduleTooFar`. */
export function planOf(
  { sendAt, holdSeconds }: { readonly sendAt: number | null | undefined; readonly holdSeconds: number },
  account: Account,
  now: number,
): SendPlan {
  if (!offered.includes(holdSeconds)) throw new Refusal('badField', { field: 'holdSeconds' })
  if (sendAt !== undefined) return { planned: 'schedule', sendAt: checkedTime(sendAt, account, now) }
  if (holdSeconds === 0) return { planned: null, sendAt: now }
  // A little longer than is said: an Undo pressed at the last moment has still to travel here.
  return { planned: 'hold', sendAt: now + holdSeconds * 1_000 + limits.holdMarginMs }
}

/** Throws `scheduleEmpty`, `scheduleTooSoon` or, with the days that the tier allows, `scheduleTooFar`. */
export function checkedTime(sendAt: number | null, account: Account, now: number): number {
  if (sendAt === null) throw new Refusal('scheduleEmpty', { field: 'sendAt' })
  if (sendAt < now + limits.scheduleAheadMs) throw new Refusal('scheduleTooSoon', { field: 'sendAt' })
  const days = tiers[account.tier].scheduleDays
  if (sendAt > now + days * dayMs) throw new Refusal('scheduleTooFar', { field: 'sendAt', payload: { limit: days } })
  return sendAt
}
