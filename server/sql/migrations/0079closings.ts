/** Notes when an account goes that its owner closed, and which names nobody registers again. */
import type { Migration } from './migration'

export const migration: Migration = {
  up: async ({ schema }) => {
    await schema.alterTable('accounts').addColumn('closes_at', 'bigint').execute()
    await schema
      .createTable('closed_names')
      .addColumn('name_hash', 'text', (it) => it.primaryKey())
      .addColumn('closed_at', 'bigint', (it) => it.notNull())
      .execute()
  },
}
