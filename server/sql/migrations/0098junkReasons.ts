/** Lets mail that is kept here say what a scanner made of it, and what put it into Junk. */
import { sql } from 'kysely'
import type { Migration } from './migration'

export const migration: Migration = {
  on: 'sqlite',
  up: async (db) => {
    for (const table of ['mails', 'removed_mails'])
      for (const column of ['scan', 'junk_by'])
        await sql`alter table ${sql.ref(table)} add column ${sql.ref(column)} text`.execute(db)
  },
}
