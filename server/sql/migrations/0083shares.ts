/** Makes the tables of `shares.sql.ts` and `shareCopies.sql.ts`. */
import type { Migration } from './migration'

export const migration: Migration = {
  up: async ({ schema }) => {
    await schema
      .createTable('shares')
      .addColumn('id', 'text', (it) => it.primaryKey())
      .addColumn('account_id', 'text', (it) => it.notNull())
      .addColumn('secret_hash', 'text', (it) => it.notNull().unique())
      .addColumn('mail_id', 'text', (it) => it.notNull())
      .addColumn('subject', 'text', (it) => it.notNull())
      .addColumn('with_attachments', 'integer', (it) => it.notNull())
      // Null where none is asked for.
      .addColumn('code_hash', 'text')
      .addColumn('made_at', 'bigint', (it) => it.notNull())
      .addColumn('expires_at', 'bigint', (it) => it.notNull())
      .addColumn('revoked_at', 'bigint')
      .addColumn('opens', 'integer', (it) => it.notNull())
      .addColumn('most_opens', 'integer')
      .addColumn('wrong_codes', 'integer', (it) => it.notNull())
      .addColumn('paused_until', 'bigint', (it) => it.notNull())
      .addColumn('copied_bytes', 'bigint', (it) => it.notNull())
      .execute()
    await schema.createIndex('shares_of').on('shares').columns(['account_id', 'made_at', 'id']).execute()
    await schema.createIndex('shares_end').on('shares').column('expires_at').execute()
    await schema
      .createTable('share_visits')
      .addColumn('visit_hash', 'text', (it) => it.primaryKey())
      .addColumn('account_id', 'text', (it) => it.notNull())
      .addColumn('share_id', 'text', (it) => it.notNull())
      .addColumn('expires_at', 'bigint', (it) => it.notNull())
      .execute()
    await schema.createIndex('share_visits_of').on('share_visits').column('share_id').execute()
    await schema.createIndex('share_visits_account').on('share_visits').column('account_id').execute()
    await schema.createIndex('share_visits_end').on('share_visits').column('expires_at').execute()
    await schema
      .createTable('share_files')
      // A row comes before its bytes, so that what a crash leaves is found.
      .addColumn('blob', 'text', (it) => it.primaryKey())
      .addColumn('account_id', 'text', (it) => it.notNull())
      .addColumn('share_id', 'text', (it) => it.notNull())
      // Of the message; empty for its text.
      .addColumn('part', 'text', (it) => it.notNull())
      .addColumn('made_at', 'bigint', (it) => it.notNull())
      .execute()
    await schema.createIndex('share_files_of').on('share_files').columns(['share_id', 'part']).execute()
    await schema.createIndex('share_files_account').on('share_files').column('account_id').execute()
  },
}
