/** Keeps which accounts their owners closed, and the names that nobody gets again. */
import type { AccountId } from '../core/account'

export type Closings = {
  /** False for an account that is locked, closed already, or an organization's. */
  readonly close: (account: AccountId, closesAt: number) => Promise<boolean>
  /** False for one that is not closed, that an operator locked, or whose time is over. */
  readonly takeBack: (account: AccountId, now: number) => Promise<boolean>
  /** Those whose time is over, and those whose removal broke off. */
  readonly due: (now: number) => Promise<readonly AccountId[]>
  /** No password opens it any more. False for one that is not due: it was taken back. */
  readonly shut: (account: AccountId, now: number) => Promise<boolean>
  /** Nobody registers that address, or one that looks like it, from now on. */
  readonly blockName: (address: string, now: number) => Promise<void>
}
