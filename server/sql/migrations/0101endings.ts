/** What ended with a removed member, and how the record of a proved domain was found. */
import type { Migration } from './migration'

export const migration: Migration = {
  up: async ({ schema }) => {
    // JSON, counted before anything of it goes.
    await schema.alterTable('member_removals').addColumn('ended', 'text').execute()
    // By which it was proved; null where the operator gave it, or it was proved before.
    await schema.alterTable('organization_domains').addColumn('token', 'text').execute()
    await schema.alterTable('organization_domains').addColumn('state', 'text').execute()
    await schema.alterTable('organization_domains').addColumn('checked_at', 'bigint').execute()
  },
}
