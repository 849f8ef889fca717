/** What the journal of sends knows of mail that waits: for an Undo, for its time, or to be sent again. */
import { sql } from 'kysely'
import type { Migration } from './migration'

export const migration: Migration = {
  up: async (db) => {
    const { schema } = db
    await schema.alterTable('outbox').addColumn('planned', 'text').execute()
    await schema.alterTable('outbox').addColumn('send_at', 'bigint').execute()
    await schema
      .alterTable('outbox')
      .addColumn('separate', 'integer', (it) => it.notNull().defaultTo(0))
      .execute()
    await schema.alterTable('outbox').addColumn('shown', 'text').execute()
    await schema.alterTable('outbox').addColumn('kept_until', 'bigint').execute()
    await sql`create index outbox_kept on outbox (kept_until) where kept_until is not null`.execute(db)
    await sql`create index outbox_kept_spool on outbox (spool) where kept_until is not null`.execute(db)
  },
}
