/** Makes the table of small pictures in `fileRows.sql.ts`. */
import type { Migration } from './migration'

export const migration: Migration = {
  up: async ({ schema }, dialect) => {
    await schema
      .createTable('file_thumbnails')
      // Of a copy too.
      .addColumn('content', 'text', (it) => it.primaryKey())
      .addColumn('account_id', 'text', (it) => it.notNull())
      // Empty where none can be made.
      .addColumn('type', 'text', (it) => it.notNull())
      .addColumn('bytes', dialect === 'postgres' ? 'bytea' : 'blob', (it) => it.notNull())
      .execute()
    await schema.createIndex('file_thumbnails_of').on('file_thumbnails').column('account_id').execute()
  },
}
