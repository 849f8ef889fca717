/** Why a mail cannot be recalled, as far as that is known without asking: in the gateway's order (SPEC §4). */
import type { RefusalCode } from '#contract/codes'
import { limits } from '#contract/limits'
import type { MailSummary } from '#contract/shapes'
import { isVip, type TierId } from '#contract/tiers'

export function knownRecallReason(
  mail: Pick<MailSummary, 'receivedAt' | 'recalled'>,
  tier: TierId,
  now: number,
): RefusalCode | null {
  if (!isVip(tier)) return 'vipOnly'
  if (now - mail.receivedAt > limits.recallMs) return 'recallTooOld'
  return mail.recalled === undefined ? null : 'recallRepeated'
}
