/** Which mailbox outside protects an account. */
import type { AccountId } from '../core/account'

export type SecureMailboxes = {
  /** `pending` was asked and has not answered. */
  readonly find: (account: AccountId) => Promise<{ readonly address: string | null; readonly pending: string | null }>
  readonly ask: (account: AccountId, address: string) => Promise<void>
  /** Binds the pending address in the place of the former; null where it is not pending. */
  readonly confirm: (
    account: AccountId,
    address: string,
    now: number,
  ) => Promise<{ readonly former: string | null } | null>
  readonly dropPending: (account: AccountId) => Promise<void>
  readonly remove: (account: AccountId) => Promise<void>
}
