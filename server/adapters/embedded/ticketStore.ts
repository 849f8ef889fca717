/** Tickets in the embedded database, by hash. */
import type { TicketStore } from '../../ports/ticketStore'
import type { Database } from '../../sql/openDatabase'

export function makeTicketStore(db: Database): TicketStore {
  return {
    issue: async (ticketHash, accountId, kind, expiresAt) => {
      await db
        .insertInto('tickets')
        .values({ ticket_hash: ticketHash, account_id: accountId, kind, expires_at: expiresAt })
        .execute()
    },
    owner: async (ticketHash, kind, now) => {
      const row = await db
        .selectFrom('tickets')
        .select('account_id')
        .where('ticket_hash', '=', ticketHash)
        .where('kind', '=', kind)
        .where('expires_at', '>', now)
        .executeTakeFirst()
      return row?.account_id ?? null
    },
    revokeAll: async (accountId) => {
      await db.deleteFrom('tickets').where('account_id', '=', accountId).execute()
    },
    sweep: async (now) => {
      await db.deleteFrom('tickets').where('expires_at', '<=', now).execute()
    },
  }
}
