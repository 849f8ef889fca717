/** Since when an account may take back what was deleted for good. */
import type { AccountId } from '../core/account'

export type RecoveryLog = {
  readonly enabledAt: (account: AccountId) => Promise<number | null>
  readonly enable: (account: AccountId, at: number) => Promise<void>
}
