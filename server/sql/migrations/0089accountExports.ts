/** Makes the table of `accountExports.sql.ts`. */
import type { Migration } from './migration'

export const migration: Migration = {
  up: async ({ schema }) => {
    await schema
      .createTable('account_exports')
      // One of an account at a time.
      .addColumn('account_id', 'text', (it) => it.primaryKey())
      .addColumn('id', 'text', (it) => it.notNull().unique())
      .addColumn('wanted', 'text', (it) => it.notNull())
      .addColumn('made_at', 'bigint', (it) => it.notNull())
      // Of the bytes in the file store, written before they are.
      .addColumn('file', 'text')
      .addColumn('size', 'bigint')
      .addColumn('ended_at', 'bigint')
      .execute()
    await schema.createIndex('account_exports_file').on('account_exports').column('file').execute()
  },
}
