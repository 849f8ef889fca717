/** Who may take back deleted mail, and for how long (SPEC §6, §9): VIP only, for some days after it was turned on. */
import type { Reply } from '../../src/contract/endpoint'
import type * as entries from '../../src/contract/endpoints/mail/recovery'
import { limits } from '../../src/contract/limits'
import { tiers } from '../../src/contract/tiers'
import type { Account } from '../core/account'
import type { Caller } from '../core/caller'
import { Refusal } from '../core/refusal'
import type { Clock } from '../kit/clock'
import type { RecoveryLog } from './recoveryLog.store'
import type { RemovedMailStores, RemovedMails } from './removedMails.store'

export type RecoveryParts = {
  /** Null where a mail server keeps the mail: what it expunges is gone. */
  readonly removedMails: RemovedMailStores | null
  readonly recoveryLog: RecoveryLog
  readonly clock: Clock
}

type State = Reply<typeof entries.checkRecover>
const dayMs = 86_400_000

export const makeCheckRecover =
  (parts: RecoveryParts) =>
  (_form: unknown, { account }: Caller): Promise<State> =>
    stateOf(parts, account)

export const makeEnableRecover =
  (parts: RecoveryParts) =>
  async (_form: unknown, { account }: Caller): Promise<State> => {
    storeFor(parts, account)
    const { until } = await stateOf(parts, account)
    if (until === null) await parts.recoveryLog.enable(account.id, parts.clock.now())
    return stateOf(parts, account)
  }

async function stateOf(parts: RecoveryParts, account: Account): Promise<State> {
  const reason = refusalFor(parts, account)
  const enabledAt = await parts.recoveryLog.enabledAt(account.id)
  const end = enabledAt === null ? 0 : enabledAt + limits.recoveryEnabledMs
  const leftMs = reason === null ? Math.max(0, end - parts.clock.now()) : 0
  return {
    allowed: reason === null,
    reason,
    enabledAt,
    until: leftMs > 0 ? end : null,
    daysLeft: Math.ceil(leftMs / dayMs),
  }
}

function refusalFor({ removedMails }: RecoveryParts, { tier }: Account): State['reason'] {
  // No tier changes what a mail server keeps.
  if (removedMails === null) return 'serverCannot'
  return tiers[tier].canRecover ? null : 'vipOnly'
}

function storeFor(parts: RecoveryParts, account: Account): RemovedMails {
  const reason = refusalFor(parts, account)
  if (reason !== null || parts.removedMails === null) throw new Refusal(reason ?? 'serverCannot')
  return parts.removedMails.of(account)
}

/** What may be recovered now. Throws `vipOnly`, `serverCannot` or `recoveryOff`. */
export async function recoverable(
  parts: RecoveryParts,
  account: Account,
): Promise<{ readonly mails: RemovedMails; readonly since: number }> {
  const mails = storeFor(parts, account)
  if ((await stateOf(parts, account)).until === null) throw new Refusal('recoveryOff')
  return { mails, since: parts.clock.now() - limits.purgedRecoveryMs }
}
