/** Under which id the copy of a separate send stands in Sent, so that its row tells that it is one. */
import { sql } from 'kysely'
import type { Migration } from './migration'

export const migration: Migration = {
  up: async (db) => {
    await db.schema.alterTable('outbox').addColumn('sent_id', 'text').execute()
    await sql`create index outbox_sent on outbox (account_id, sent_id) where sent_id is not null`.execute(db)
  },
}
