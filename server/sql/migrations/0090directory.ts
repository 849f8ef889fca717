/** Makes the table of `directory.sql.ts`. */
import type { Migration } from './migration'

export const migration: Migration = {
  up: ({ schema }) =>
    schema
      .createTable('directory_people')
      .addColumn('account_id', 'text', (it) => it.primaryKey())
      // The name that the keys are made of; another one of the account makes them anew.
      .addColumn('name', 'text', (it) => it.notNull())
      .addColumn('search_key', 'text', (it) => it.notNull())
      .addColumn('order_key', 'text', (it) => it.notNull())
      .execute(),
}
