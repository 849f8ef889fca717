/** The alternate address that somebody may name while registering. */
import type { Account } from '../core/account'

export type AlternateAddress = {
  /** In one spelling; throws beside the field `alternate` where it cannot be one of `own`. */
  readonly checked: (typed: string, own: string) => Promise<string>
  /** Asks its reader, once. Answers what names the verification mail. */
  readonly ask: (account: Account, address: string) => Promise<string>
}
