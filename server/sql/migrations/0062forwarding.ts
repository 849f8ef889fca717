/** Makes the tables of `verifications.sql.ts` and `forwardTargets.sql.ts`. */
import type { Migration } from './migration'

export const migration: Migration = {
  up: async ({ schema }) => {
    await schema
      .createTable('verifications')
      .addColumn('secret_hash', 'text', (it) => it.primaryKey())
      .addColumn('account_id', 'text', (it) => it.notNull())
      .addColumn('purpose', 'text', (it) => it.notNull())
      .addColumn('subject', 'text', (it) => it.notNull())
      .addColumn('created_at', 'bigint', (it) => it.notNull())
      .addColumn('expires_at', 'bigint', (it) => it.notNull())
      .addColumn('used_at', 'bigint')
      .execute()
    // What an account may still ask for today.
    await schema
      .createIndex('verifications_of_account')
      .on('verifications')
      .columns(['account_id', 'created_at'])
      .execute()
    // For the sweep.
    await schema.createIndex('verifications_by_age').on('verifications').column('created_at').execute()
    await schema
      .createTable('forward_targets')
      .addColumn('account_id', 'text', (it) => it.notNull())
      // In one spelling, as `addressKey` gives it.
      .addColumn('address', 'text', (it) => it.notNull())
      .addColumn('added_at', 'bigint', (it) => it.notNull())
      // Null until its reader has agreed.
      .addColumn('confirmed_at', 'bigint')
      .addPrimaryKeyConstraint('forward_targets_key', ['account_id', 'address'])
      .execute()
  },
}
