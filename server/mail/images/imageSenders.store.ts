/** Keeps whose remote pictures a person wants to see without being asked; addresses in lower case. */
import type { AccountId } from '../../core/account'

export type ImageSenders = {
  readonly has: (account: AccountId, address: string) => Promise<boolean>
  /** The last that was added stands first. */
  readonly all: (account: AccountId) => Promise<readonly string[]>
  /** Beyond `most` those that were added longest ago leave. */
  readonly add: (
    account: AccountId,
    address: string,
    at: { readonly now: number; readonly most: number },
  ) => Promise<void>
  readonly remove: (account: AccountId, address: string) => Promise<void>
}
