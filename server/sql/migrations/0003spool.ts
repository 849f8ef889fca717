/** Lets the spool ask quickly whether a send that is not done still needs a file. */
import { sql } from 'kysely'
import type { Migration } from './migration'

export const migration: Migration = {
  up: async (db) => {
    await sql`create index outbox_spool on outbox (spool) where due_at is not null`.execute(db)
  },
}
