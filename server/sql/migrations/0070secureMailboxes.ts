/** Makes the table of `secureMailboxes.sql.ts`. */
import type { Migration } from './migration'

export const migration: Migration = {
  up: async ({ schema }) => {
    await schema
      .createTable('secure_mailboxes')
      .addColumn('account_id', 'text', (it) => it.primaryKey())
      .addColumn('address', 'text')
      // Asked by a verification mail; null once it has agreed.
      .addColumn('pending', 'text')
      .addColumn('bound_at', 'bigint')
      .execute()
  },
}
