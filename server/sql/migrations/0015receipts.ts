/** Makes `receipt_decisions`, and lets mail that is kept here bear the note that its receipt is settled. */
import { sql } from 'kysely'
import type { Migration } from './migration'

export const migration: Migration = {
  up: async (db, dialect) => {
    await db.schema
      .createTable('receipt_decisions')
      .addColumn('account_id', 'text', (it) => it.notNull())
      .addColumn('mail', 'text', (it) => it.notNull())
      .addColumn('decision', 'text', (it) => it.notNull())
      .addColumn('at', 'bigint', (it) => it.notNull())
      .addPrimaryKeyConstraint('receipt_decisions_key', ['account_id', 'mail'])
      .execute()
    // Beside PostgreSQL mail lies on a mail server, which keeps the note as a keyword (RFC 3503).
    if (dialect === 'sqlite') {
      await sql`alter table mails add column receipt integer not null default 0`.execute(db)
    }
  },
}
