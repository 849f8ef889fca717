/** Makes the tables of `signatures.sql.ts`. */
import type { Migration } from './migration'

export const migration: Migration = {
  up: async ({ schema }) => {
    await schema
      .createTable('signatures')
      .addColumn('account_id', 'text', (it) => it.notNull())
      .addColumn('id', 'text', (it) => it.notNull())
      .addColumn('title', 'text', (it) => it.notNull())
      .addColumn('html', 'text', (it) => it.notNull())
      .addColumn('position', 'integer', (it) => it.notNull())
      .addPrimaryKeyConstraint('signatures_key', ['account_id', 'id'])
      .execute()
    await schema
      .createTable('signature_defaults')
      .addColumn('account_id', 'text', (it) => it.notNull())
      .addColumn('purpose', 'text', (it) => it.notNull())
      .addColumn('signature_id', 'text', (it) => it.notNull())
      .addPrimaryKeyConstraint('signature_defaults_key', ['account_id', 'purpose'])
      .execute()
  },
}
