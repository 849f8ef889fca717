/** Makes `saved_searches`, and lets a job be about what a search finds. */
import type { Migration } from './migration'

export const migration: Migration = {
  up: async ({ schema }) => {
    await schema
      .createTable('saved_searches')
      .addColumn('account_id', 'text', (it) => it.notNull())
      .addColumn('id', 'text', (it) => it.notNull())
      .addColumn('name', 'text', (it) => it.notNull())
      .addColumn('name_key', 'text', (it) => it.notNull())
      .addColumn('keyword', 'text', (it) => it.notNull())
      .addColumn('location', 'text', (it) => it.notNull())
      .addColumn('folder', 'text')
      .addColumn('created_at', 'bigint', (it) => it.notNull())
      .addPrimaryKeyConstraint('saved_searches_key', ['account_id', 'id'])
      .addUniqueConstraint('saved_searches_name', ['account_id', 'name_key'])
      .execute()
    await schema.alterTable('mail_jobs').addColumn('search', 'text').execute()
  },
}
