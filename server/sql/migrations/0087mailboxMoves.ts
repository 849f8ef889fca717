/** Makes the table of `mailboxMoves.sql.ts`. */
import type { Migration } from './migration'

export const migration: Migration = {
  up: async ({ schema }) => {
    await schema
      .createTable('mailbox_moves')
      .addColumn('account_id', 'text', (it) => it.primaryKey())
      .addColumn('target_id', 'text', (it) => it.notNull())
      .addColumn('address', 'text', (it) => it.notNull())
      .addColumn('job_id', 'text', (it) => it.notNull())
      .addColumn('state', 'text', (it) => it.notNull())
      .addColumn('forwards', 'integer', (it) => it.notNull())
      .addColumn('forward_until', 'bigint')
      // The revision of the contacts that the new mailbox has; null before they are copied.
      .addColumn('contacts', 'text')
      .execute()
  },
}
