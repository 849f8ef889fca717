/** Makes what recalls over a mail server and receipts that come back need, and lets mail that is kept here say that it tells of a recall. */
import { sql } from 'kysely'
import type { Migration } from './migration'

export const migration: Migration = {
  up: async (db, dialect) => {
    await db.schema
      .createTable('recall_takings')
      .addColumn('send_id', 'text', (it) => it.notNull())
      .addColumn('address', 'text', (it) => it.notNull())
      .addColumn('taken', 'integer', (it) => it.notNull())
      .addPrimaryKeyConstraint('recall_takings_key', ['send_id', 'address'])
      .execute()
    await db.schema
      .createTable('read_receipts')
      .addColumn('account_id', 'text', (it) => it.notNull())
      .addColumn('send_id', 'text', (it) => it.notNull())
      .addColumn('address', 'text', (it) => it.notNull())
      .addColumn('read_at', 'bigint', (it) => it.notNull())
      .addPrimaryKeyConstraint('read_receipts_key', ['account_id', 'send_id', 'address'])
      .execute()
    // Beside PostgreSQL mail lies on a mail server, which keeps the note as a keyword.
    if (dialect === 'sqlite') {
      await sql`alter table mails add column tells_recall integer not null default 0`.execute(db)
      await sql`alter table removed_mails add column tells_recall integer not null default 0`.execute(db)
    }
  },
}
