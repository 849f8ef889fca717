/** Where sessions' inboxes stood: a column of the session, so that any gateway may answer the next poll. */
import type { Database } from '../../sql/openDatabase'
import type { InboxCursors } from './inboxCursors.store'

export function makeInboxCursors(db: Database): InboxCursors {
  return {
    set: async (tokenHash, cursor) => {
      await db
        .updateTable('sessions')
        .set({ inbox_cursor: cursor })
        .where('token_hash', '=', tokenHash)
        .where('inbox_cursor', 'is distinct from', cursor)
        .execute()
    },
    get: async (tokenHash) => {
      const row = await db
        .selectFrom('sessions')
        .select('inbox_cursor')
        .where('token_hash', '=', tokenHash)
        .executeTakeFirst()
      return row?.inbox_cursor ?? null
    },
  }
}
