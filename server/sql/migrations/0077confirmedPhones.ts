/** Marks phones that were bound with the password (docs/decisions/0059). */
import { sql } from 'kysely'
import type { Migration } from './migration'

export const migration: Migration = {
  up: async (db) => {
    for (const table of ['bound_phones', 'phone_codes'])
      await db.schema
        .alterTable(table)
        .addColumn('is_confirmed', 'integer', (it) => it.notNull().defaultTo(0))
        .execute()
    // Of what was bound before, only what a registration bound is known to be the owner's.
    await sql`update bound_phones set is_confirmed = 1 where exists (select 1 from registrations
      where registrations.account_id = bound_phones.account_id and registrations.at = bound_phones.bound_at)`.execute(
      db,
    )
  },
}
