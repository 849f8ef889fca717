/** Whoever calls a use case: a proven session, or a renewal ticket in its place, and the account it belongs to. */
import type { Account, Session } from './account'

export type Caller = {
  readonly account: Account
  readonly session: Session
  readonly tokenHash: string
  /** With what the gateway speaks to the mail server in this person's name, sealed; null where there is no such server. */
  readonly sealedSecret: Uint8Array | null
}
