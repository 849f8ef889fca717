/** All versions of a draft are one mail: the journal knows by what they are known, and takes one of them. */
import { sql } from 'kysely'
import type { Migration } from './migration'

export const migration: Migration = {
  up: async (db) => {
    await db.schema.alterTable('outbox').addColumn('lineage', 'text').execute()
    await sql`create unique index outbox_lineage on outbox (account_id, lineage) where lineage is not null`.execute(db)
  },
}
