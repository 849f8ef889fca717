/** Whoever calls a use case: the account of a proven session, or of a renewal ticket. */
import type { Account, Session } from './account'

export type Caller = {
  readonly account: Account
  readonly session: Session
  readonly tokenHash: string
  /** With what the gateway speaks to the mail server in this person's name, sealed; null where there is no such server. */
  readonly sealedSecret: Uint8Array | null
}
