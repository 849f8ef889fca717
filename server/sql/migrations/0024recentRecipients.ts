/** Makes the table of those to whom an account wrote. */
import type { Migration } from './migration'

export const migration: Migration = {
  up: async ({ schema }) => {
    await schema
      .createTable('recent_recipients')
      .addColumn('account_id', 'text', (it) => it.notNull())
      .addColumn('email_key', 'text', (it) => it.notNull())
      .addColumn('email', 'text', (it) => it.notNull())
      .addColumn('name', 'text', (it) => it.notNull())
      .addColumn('uses', 'integer', (it) => it.notNull())
      .addColumn('used_at', 'bigint', (it) => it.notNull())
      .addPrimaryKeyConstraint('recent_recipients_key', ['account_id', 'email_key'])
      .execute()
  },
}
