/** Makes the tables of `fileRows.sql.ts`. */
import { sql } from 'kysely'
import type { Migration } from './migration'

export const migration: Migration = {
  up: async ({ schema }) => {
    await schema
      .createTable('file_books')
      .addColumn('account_id', 'text', (it) => it.primaryKey())
      .addColumn('bytes', 'bigint', (it) => it.notNull())
      .addColumn('entries', 'integer', (it) => it.notNull())
      .execute()
    await schema
      .createTable('file_contents')
      .addColumn('id', 'text', (it) => it.primaryKey())
      .addColumn('account_id', 'text', (it) => it.notNull())
      .addColumn('size', 'bigint', (it) => it.notNull())
      .addColumn('upload', 'text', (it) => it.notNull())
      .execute()
    await schema.createIndex('file_contents_upload').on('file_contents').columns(['account_id', 'upload']).execute()
    await schema
      .createTable('file_entries')
      .addColumn('id', 'text', (it) => it.primaryKey())
      .addColumn('account_id', 'text', (it) => it.notNull())
      .addColumn('parent', 'text', (it) => it.notNull())
      .addColumn('name', 'text', (it) => it.notNull())
      .addColumn('name_key', 'text', (it) => it.notNull())
      .addColumn('is_folder', 'integer', (it) => it.notNull())
      .addColumn('content', 'text', (it) => it.notNull())
      .addColumn('size', 'bigint', (it) => it.notNull())
      .addColumn('type', 'text', (it) => it.notNull())
      .addColumn('changed_at', 'bigint', (it) => it.notNull())
      .addColumn('version', 'integer', (it) => it.notNull())
      .addColumn('trash', 'text', (it) => it.notNull())
      .addColumn('trashed_at', 'bigint', (it) => it.notNull())
      .addColumn('search_key', 'text', (it) => it.notNull())
      .addColumn('order_key', 'text', (it) => it.notNull())
      .execute()
    // What lies in the trash leaves its name to others.
    await schema
      .createIndex('file_entries_name')
      .unique()
      .on('file_entries')
      .columns(['account_id', 'parent', 'name_key'])
      .where(sql<boolean>`trash = ''`)
      .execute()
    await schema
      .createIndex('file_entries_order')
      .on('file_entries')
      .columns(['account_id', 'parent', 'is_folder', 'order_key', 'id'])
      .execute()
    await schema.createIndex('file_entries_trash').on('file_entries').columns(['account_id', 'trash']).execute()
    await schema.createIndex('file_entries_content').on('file_entries').column('content').execute()
  },
}
