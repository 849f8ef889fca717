/** What an administrator does to a member's account, and the table of `removals.sql.ts`. */
import type { Migration } from './migration'

export const migration: Migration = {
  up: async ({ schema }) => {
    // Who locked it: `administrator`, `removal`, or null for the operator.
    await schema.alterTable('accounts').addColumn('locked_by', 'text').execute()
    // Bytes, where an administrator gives less than the tier has.
    await schema.alterTable('accounts').addColumn('quota_bytes', 'bigint').execute()
    await schema
      .createTable('member_removals')
      // Its account goes before the row does: no `account_id`.
      .addColumn('member_id', 'text', (it) => it.primaryKey())
      .addColumn('organization', 'text', (it) => it.notNull())
      // Who gets the messages; null where they go.
      .addColumn('target_id', 'text')
      .addColumn('by_address', 'text', (it) => it.notNull())
      .addColumn('job_id', 'text', (it) => it.notNull())
      .addColumn('state', 'text', (it) => it.notNull())
      .execute()
  },
}
