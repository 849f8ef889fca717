/** Makes `settings`. */
import type { Migration } from './migration'

export const migration: Migration = {
  up: async ({ schema }) => {
    await schema
      .createTable('settings')
      .addColumn('account_id', 'text', (it) => it.notNull())
      .addColumn('name', 'text', (it) => it.notNull())
      .addColumn('value', 'text', (it) => it.notNull())
      .addPrimaryKeyConstraint('settings_key', ['account_id', 'name'])
      .execute()
  },
}
