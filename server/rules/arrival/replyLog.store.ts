/** Remembers who was answered automatically, so that each is answered once in so many days (RFC 5230 section 4.2). */
import type { AccountId } from '../../core/account'

export type ReplyLog = {
  /** True for exactly one caller within `windowMs`: the one who may answer this sender for this reason. Addresses in lower case. */
  readonly claim: (
    accountId: AccountId,
    reason: string,
    sender: string,
    now: number,
    windowMs: number,
  ) => Promise<boolean>
  /** Forgets those before an instant. */
  readonly sweep: (before: number) => Promise<void>
}
