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

export type RecoveryDeps = {
  /** Null where a mail server keeps the mail: what it expunges is gone. */
  readonly removedMails: RemovedMailStores | null
  readonly recoveryLog: RecoveryLog
  readonly clock: Clock
}

type State = Reply<typeof entries.checkRecover>
const dayMs = 86_400_000

export const makeCheckRecover =
  (deps: RecoveryDeps) =>
  (_form: unknown, { account }: Caller): Promise<State> =>
    stateOf(deps, account)

export const makeEnableRecover =
  (deps: RecoveryDeps) =>
  async (_form: unknown, { account }: Caller): Promise<State> => {
    storeFor(deps, account)
    const { until } = await stateOf(deps, account)
    if (until === null) await deps.recoveryLog.enable(account.id, deps.clock.now())
    return stateOf(deps, account)
  }

async function stateOf(deps: RecoveryDeps, account: Account): Promise<State> {
  const reason = refusalFor(deps, account)
  const enabledAt = await deps.recoveryLog.enabledAt(account.id)
  const end = enabledAt === null ? 0 : enabledAt + limits.recoveryEnabledMs
  const leftMs = reason === null ? Math.max(0, end - deps.clock.now()) : 0
  return {
    allowed: reason === null,
    reason,
    enabledAt,
    until: leftMs > 0 ? end : null,
    daysLeft: Math.ceil(leftMs / dayMs),
  }
}

function refusalFor({ removedMails }: RecoveryDeps, { tier }: Account): State['reason'] {
  // No tier changes what a mail server keeps.
  if (removedMails === null) return 'serverCannot'
  return tiers[tier].canRecover ? null : 'vipOnly'
}

function storeFor(deps: RecoveryDeps, account: Account): RemovedMails {
  const reason = refusalFor(deps, account)
  if (reason !== null || deps.removedMails === null) throw new Refusal(reason ?? 'serverCannot')
  return deps.removedMails.of(account)
}

/** What may be recovered now. Throws `vipOnly`, `serverCannot` or `recoveryOff`. */
export async function recoverable(
  deps: RecoveryDeps,
  account: Account,
): Promise<{ readonly mails: RemovedMails; readonly since: number }> {
  const mails = storeFor(deps, account)
  if ((await stateOf(deps, account)).until === null) throw new Refusal('recoveryOff')
  return { mails, since: deps.clock.now() - limits.purgedRecoveryMs }
}
