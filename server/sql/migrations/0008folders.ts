/** Makes `folder_places`, and lets folders that are kept here stand in one another. */
import { sql } from 'kysely'
import type { Migration } from './migration'

export const migration: Migration = {
  up: async (db, dialect) => {
    await db.schema
      .createTable('folder_places')
      .addColumn('account_id', 'text', (it) => it.notNull())
      .addColumn('folder', 'text', (it) => it.notNull())
      .addColumn('position', 'integer')
      .addColumn('pinned', 'integer', (it) => it.notNull())
      .addColumn('hidden', 'integer', (it) => it.notNull())
      .addPrimaryKeyConstraint('folder_places_key', ['account_id', 'folder'])
      .execute()
    // Beside PostgreSQL mail and its folders lie on a mail server.
    if (dialect === 'sqlite') {
      await sql`alter table mail_folders add column parent integer references mail_folders (folder)`.execute(db)
    }
  },
}
