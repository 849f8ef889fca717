/** Makes `rule_sets` and `auto_replies`. */
import type { Migration } from './migration'

export const migration: Migration = {
  up: async ({ schema }) => {
    await schema
      .createTable('rule_sets')
      .addColumn('account_id', 'text', (it) => it.primaryKey())
      .addColumn('rules', 'text', (it) => it.notNull())
      .addColumn('version', 'bigint', (it) => it.notNull())
      .execute()
    await schema
      .createTable('auto_replies')
      .addColumn('account_id', 'text', (it) => it.notNull())
      .addColumn('reason', 'text', (it) => it.notNull())
      .addColumn('sender', 'text', (it) => it.notNull())
      .addColumn('at', 'bigint', (it) => it.notNull())
      .addPrimaryKeyConstraint('auto_replies_key', ['account_id', 'reason', 'sender'])
      .execute()
    await schema.createIndex('auto_replies_at').on('auto_replies').column('at').execute()
  },
}
