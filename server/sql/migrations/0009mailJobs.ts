/** Makes `mail_jobs`. */
import type { Migration } from './migration'

export const migration: Migration = {
  up: async ({ schema }) => {
    await schema
      .createTable('mail_jobs')
      .addColumn('id', 'text', (it) => it.primaryKey())
      .addColumn('account_id', 'text', (it) => it.notNull())
      .addColumn('kind', 'text', (it) => it.notNull())
      .addColumn('mark', 'text')
      .addColumn('target', 'text')
      .addColumn('folder', 'text', (it) => it.notNull())
      .addColumn('filter', 'text', (it) => it.notNull())
      .addColumn('state', 'text', (it) => it.notNull())
      .addColumn('total', 'bigint', (it) => it.notNull())
      .addColumn('done', 'bigint', (it) => it.notNull())
      .addColumn('position', 'bigint', (it) => it.notNull())
      .addColumn('reason', 'text')
      .addColumn('created_at', 'bigint', (it) => it.notNull())
      .addColumn('ended_at', 'bigint')
      .addColumn('due_at', 'bigint', (it) => it.notNull())
      .addColumn('leased_until', 'bigint', (it) => it.notNull())
      .addColumn('worker', 'text')
      .execute()
    await schema.createIndex('mail_jobs_account').on('mail_jobs').columns(['account_id', 'created_at']).execute()
    await schema.createIndex('mail_jobs_due').on('mail_jobs').columns(['state', 'due_at']).execute()
  },
}
