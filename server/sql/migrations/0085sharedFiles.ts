/** Shares of files: `shares.sql.ts`. */
import type { Migration } from './migration'

export const migration: Migration = {
  up: async ({ schema }) => {
    // Bytes that guests were given.
    await schema
      .alterTable('shares')
      .addColumn('sent_bytes', 'bigint', (it) => it.notNull().defaultTo(0))
      .execute()
    await schema
      .createTable('shared_files')
      .addColumn('share_id', 'text', (it) => it.notNull())
      .addColumn('position', 'integer', (it) => it.notNull())
      .addColumn('account_id', 'text', (it) => it.notNull())
      .addColumn('file_id', 'text', (it) => it.notNull())
      // As they were when they were shared.
      .addColumn('name', 'text', (it) => it.notNull())
      .addColumn('size', 'bigint', (it) => it.notNull())
      .addColumn('is_folder', 'integer', (it) => it.notNull())
      .addColumn('expires_at', 'bigint', (it) => it.notNull())
      .addPrimaryKeyConstraint('shared_files_key', ['share_id', 'position'])
      .execute()
    await schema.createIndex('shared_files_account').on('shared_files').column('account_id').execute()
    await schema.createIndex('shared_files_end').on('shared_files').column('expires_at').execute()
  },
}
