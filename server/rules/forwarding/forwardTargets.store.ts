/** Keeps the addresses that messages of an account may be forwarded to. */
import type { AccountId } from '../../core/account'

export type ForwardTargets = {
  /** In the order in which they were added. */
  readonly list: (account: AccountId) => Promise<readonly { readonly address: string; readonly isConfirmed: boolean }[]>
  /** Whether it is there now; false where `most` others are. */
  readonly add: (account: AccountId, address: string, now: number, most: number) => Promise<boolean>
  /** Whether it is still there. */
  readonly confirm: (account: AccountId, address: string, now: number) => Promise<boolean>
  readonly isConfirmed: (account: AccountId, address: string) => Promise<boolean>
  readonly remove: (account: AccountId, address: string) => Promise<void>
}
