/**
 * The passwords with which the gateway speaks to a mail server in a person's name. They lie sealed in that person's sessions and, while a
 * mail is on its way, in its outbox entry; they are opened only to make a connection, and are never logged or answered.
 */
import type { AccountId } from '../../core/account'

export type Credentials = {
  /** Null where nobody is signed in and nothing of this account waits to be sent. */
  readonly passwordOf: (id: AccountId) => Promise<string | null>
}
