/** Ends the session that asks, and with it every download link of its user. */
import type { AccountId } from '../core/account'
import type { Clock } from '../ports/clock'
import type { SessionStore } from '../ports/sessionStore'
import type { TicketStore } from '../ports/ticketStore'
import type { Caller } from './caller'

export type LogoutParts = {
  readonly sessions: SessionStore
  readonly tickets: TicketStore
  readonly clock: Clock
  /** Told of an account that is signed in nowhere any more. */
  readonly signedOut: (id: AccountId) => void
}

export const makeLogout =
  ({ sessions, tickets, clock, signedOut }: LogoutParts) =>
  async (_form: unknown, { account, tokenHash }: Caller): Promise<string> => {
    await sessions.close(tokenHash)
    await tickets.revokeAll(account.id)
    if ((await sessions.holding(account.id, clock.now())).length === 0) signedOut(account.id)
    return 'newExit'
  }
