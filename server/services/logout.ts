/** Ends the session that asks, and with it every download link of its user. */
import type { SessionStore } from '../ports/sessionStore'
import type { TicketStore } from '../ports/ticketStore'
import type { Caller } from './caller'

type Parts = { readonly sessions: SessionStore; readonly tickets: TicketStore }

export const makeLogout =
  ({ sessions, tickets }: Parts) =>
  async (_form: unknown, { account, tokenHash }: Caller): Promise<string> => {
    await sessions.close(tokenHash)
    await tickets.revokeAll(account.id)
    return 'newExit'
  }
