/** What an administrator does to a member's account. */
import type { Migration } from './migration'

export const migration: Migration = {
  up: async ({ schema }) => {
    // Who locked it: `administrator`, or null for the operator.
    await schema.alterTable('accounts').addColumn('locked_by', 'text').execute()
    // Bytes, where an administrator gives less than the tier has.
    await schema.alterTable('accounts').addColumn('quota_bytes', 'bigint').execute()
  },
}
