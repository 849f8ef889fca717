/** Makes the tables of `attachmentIndex.sql.ts`. */
import { sql } from 'kysely'
import type { Migration } from './migration'

export const migration: Migration = {
  up: async (db) => {
    const { schema } = db
    await schema
      .createTable('attachment_indexes')
      .addColumn('account_id', 'text', (it) => it.primaryKey())
      .addColumn('looked_at', 'bigint', (it) => it.notNull())
      .execute()
    await schema
      .createTable('attachment_folders')
      .addColumn('account_id', 'text', (it) => it.notNull())
      // Of the path and its UIDVALIDITY: made anew, a folder is another one.
      .addColumn('key', 'text', (it) => it.notNull())
      .addColumn('folder', 'text', (it) => it.notNull())
      .addColumn('path', 'text', (it) => it.notNull())
      .addColumn('uid_validity', 'text', (it) => it.notNull())
      .addColumn('messages', 'bigint', (it) => it.notNull())
      .addColumn('uid_next', 'bigint', (it) => it.notNull())
      .addColumn('upto', 'bigint', (it) => it.notNull())
      .addColumn('low', 'bigint', (it) => it.notNull())
      .addColumn('entered', 'bigint', (it) => it.notNull())
      .addColumn('is_gone', 'integer', (it) => it.notNull())
      .addPrimaryKeyConstraint('attachment_folders_key', ['account_id', 'key'])
      .execute()
    await schema
      .createTable('indexed_attachments')
      .addColumn('account_id', 'text', (it) => it.notNull())
      .addColumn('folder_key', 'text', (it) => it.notNull())
      .addColumn('uid', 'bigint', (it) => it.notNull())
      .addColumn('at', 'integer', (it) => it.notNull())
      .addColumn('received_at', 'bigint', (it) => it.notNull())
      .addColumn('part', 'text', (it) => it.notNull())
      .addColumn('name', 'text', (it) => it.notNull())
      .addColumn('name_key', 'text', (it) => it.notNull())
      .addColumn('sender_key', 'text', (it) => it.notNull())
      .addColumn('type', 'text', (it) => it.notNull())
      .addColumn('kind', 'text', (it) => it.notNull())
      .addColumn('size', 'bigint', (it) => it.notNull())
      .addColumn('from_name', 'text', (it) => it.notNull())
      .addColumn('from_address', 'text', (it) => it.notNull())
      .addColumn('subject', 'text', (it) => it.notNull())
      .addPrimaryKeyConstraint('indexed_attachments_key', ['account_id', 'folder_key', 'uid', 'at'])
      .execute()
    await sql`
      create index indexed_attachments_order
      on indexed_attachments (account_id, received_at desc, folder_key desc, uid desc, at)`.execute(db)
  },
}
