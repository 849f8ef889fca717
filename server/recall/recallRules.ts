/** Whether a sent mail may be recalled (SPEC §4), and why not: each answer is asked in this order. */
import type { recallRefusals } from '../../src/contract/endpoints/sending/recall'
import { limits } from '../../src/contract/limits'
import { isVip, type TierId } from '../../src/contract/tiers'

export type RecallReason = (typeof recallRefusals)[number]

export type RecallFacts = {
  /** Whether mail can be taken out of other mailboxes here at all. */
  readonly canRecall: boolean
  readonly tier: TierId
  readonly sentAt: number
  /** How many recipients have their mailbox here. */
  readonly own: number
  readonly isRecalled: boolean
  readonly left: number
  /** Whether it is a mail that this account sent from here. */
  readonly isSent: boolean
  /** Whether it is still on its way to somebody. */
  readonly isLeaving: boolean
}

export function recallReason(facts: RecallFacts, now: number): RecallReason | null {
  if (!facts.canRecall) return 'serverCannot'
  if (!isVip(facts.tier)) return 'vipOnly'
  if (now - facts.sentAt > limits.recallMs) return 'recallTooOld'
  if (facts.own === 0) return 'recallOutside'
  if (facts.isRecalled) return 'recallRepeated'
  if (facts.left <= 0) return 'recallUsedUp'
  if (!facts.isSent) return 'recallImpossible'
  return facts.isLeaving ? 'recallLater' : null
}

/** The beginning of the month that recalls are counted in, by UTC: the same wherever a person signs in. */
export function monthOf(now: number): number {
  const date = new Date(now)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth())
}
