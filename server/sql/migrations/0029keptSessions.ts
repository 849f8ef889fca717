/** Lets a session say whether the person wants to stay signed in. Those that stand were promised it. */
import { sql } from 'kysely'
import type { Migration } from './migration'

export const migration: Migration = {
  up: async (db) => {
    await sql`alter table sessions add column is_kept integer not null default 1`.execute(db)
  },
}
