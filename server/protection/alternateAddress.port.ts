/** The alternate address that somebody may name while registering. */
import type { Account } from '../core/account'

export type AlternateAddress = {
  /**
   * In one spelling; throws beside the field `alternate` where it cannot be one of `own`.
   * @param listed domains of which it may say that no such mailbox is there
   */
  readonly checked: (typed: string, own: string, listed: readonly string[]) => Promise<string>
  /** Asks its reader, once. Answers what names the verification mail. */
  readonly ask: (account: Account, address: string) => Promise<string>
}
