/** Makes the table of sign-ins. */
import type { Migration } from './migration'

export const migration: Migration = {
  up: async ({ schema }) => {
    await schema
      .createTable('sign_ins')
      .addColumn('id', 'text', (it) => it.primaryKey())
      .addColumn('account_id', 'text', (it) => it.notNull())
      .addColumn('at', 'bigint', (it) => it.notNull())
      .addColumn('way', 'text', (it) => it.notNull())
      .addColumn('browser', 'text', (it) => it.notNull())
      .addColumn('system', 'text', (it) => it.notNull())
      .addColumn('network', 'text', (it) => it.notNull())
      .addColumn('place', 'text')
      .execute()
    await schema.createIndex('sign_ins_by_account').on('sign_ins').columns(['account_id', 'at']).execute()
    await schema.createIndex('sign_ins_by_time').on('sign_ins').column('at').execute()
  },
}
