/** Makes `imap_appends`. */
import type { Migration } from './migration'

export const migration: Migration = {
  up: async ({ schema }) => {
    await schema
      .createTable('imap_appends')
      .addColumn('account_id', 'text', (it) => it.notNull())
      .addColumn('key', 'text', (it) => it.notNull())
      .addColumn('folder', 'text', (it) => it.notNull())
      .addColumn('uidvalidity', 'text')
      .addColumn('uid', 'bigint')
      .addColumn('noted_at', 'bigint', (it) => it.notNull())
      .addPrimaryKeyConstraint('imap_appends_key', ['account_id', 'key'])
      .execute()
    await schema.createIndex('imap_appends_noted').on('imap_appends').column('noted_at').execute()
  },
}
