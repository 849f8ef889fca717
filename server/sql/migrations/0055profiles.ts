/** Makes the table of `profiles.sql.ts`. */
import type { Migration } from './migration'

export const migration: Migration = {
  up: async ({ schema }) => {
    await schema
      .createTable('profiles')
      .addColumn('account_id', 'text', (it) => it.notNull().primaryKey())
      .addColumn('gender', 'text', (it) => it.notNull())
      .addColumn('birthday', 'text', (it) => it.notNull())
      .addColumn('province', 'text', (it) => it.notNull())
      .addColumn('city', 'text', (it) => it.notNull())
      .execute()
  },
}
