/** Says who administers an organization, and makes the table of `auditLog.sql.ts`. */
import type { Migration } from './migration'

export const migration: Migration = {
  up: async ({ schema }) => {
    // The code of the organization; it counts while the account is a member of that one.
    await schema.alterTable('accounts').addColumn('administers', 'text').execute()
    await schema
      .createTable('organization_audit')
      // Greater for what was noted later.
      .addColumn('id', 'text', (it) => it.primaryKey())
      .addColumn('organization', 'text', (it) => it.notNull())
      .addColumn('at', 'bigint', (it) => it.notNull())
      // Accounts go, and their rows here stay: no `account_id`, but the address beside it.
      .addColumn('actor_id', 'text')
      .addColumn('actor_address', 'text', (it) => it.notNull())
      .addColumn('action', 'text', (it) => it.notNull())
      .addColumn('subject', 'text', (it) => it.notNull())
      .addColumn('detail', 'text', (it) => it.notNull())
      .execute()
    await schema.createIndex('organization_audit_of').on('organization_audit').columns(['organization', 'id']).execute()
    await schema.createIndex('organization_audit_at').on('organization_audit').column('at').execute()
  },
}
