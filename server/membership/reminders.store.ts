/** Whose membership ends soon, and who has been told so. */
import type { Account, AccountId } from '../core/account'

export type Reminders = {
  /** Accounts whose membership ends within the interval. */
  readonly endingBetween: (from: number, to: number) => Promise<readonly Account[]>
  /** `dueAt` and `days` name the reminder: a renewal has others. */
  readonly isTold: (account: AccountId, dueAt: number, days: number) => Promise<boolean>
  readonly told: (account: AccountId, dueAt: number, days: number) => Promise<void>
}
