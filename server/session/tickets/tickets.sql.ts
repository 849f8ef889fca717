/** Tickets in the embedded database, by hash. */
import type { Database } from '../../sql/openDatabase'
import type { TicketStore } from './tickets.store'

declare module '../../sql/schema' {
  interface Schema {
    tickets: {
      ticket_hash: string
      account_id: string
      kind: string
      expires_at: number
      /** The session that asked for it; null in rows from before it was noted. */
      session_hash: string | null
    }
  }
}

export function makeTicketStore(db: Database): TicketStore {
  return {
    issue: async (ticketHash, { accountId, tokenHash }, kind, expiresAt) => {
      await db
        .insertInto('tickets')
        .values({
          ticket_hash: ticketHash,
          account_id: accountId,
          kind,
          expires_at: expiresAt,
          session_hash: tokenHash,
        })
        .execute()
    },
    owner: async (ticketHash, kind, now) => {
      const row = await db
        .selectFrom('tickets')
        .select(['account_id', 'session_hash'])
        .where('ticket_hash', '=', ticketHash)
        .where('kind', '=', kind)
        .where('expires_at', '>', now)
        .executeTakeFirst()
      const tokenHash = row?.session_hash ?? null
      return row === undefined || tokenHash === null ? null : { accountId: row.account_id, tokenHash }
    },
    revokeAll: async (accountId, tokenHash) => {
      const all = db.deleteFrom('tickets').where('account_id', '=', accountId)
      await (tokenHash === undefined ? all : all.where('session_hash', '=', tokenHash)).execute()
    },
    sweep: async (now) => {
      await db.deleteFrom('tickets').where('expires_at', '<=', now).execute()
    },
  }
}
