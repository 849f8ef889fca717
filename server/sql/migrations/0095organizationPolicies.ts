/** Makes the table of `policies.sql.ts`. */
import type { Migration } from './migration'

export const migration: Migration = {
  up: ({ schema }) =>
    schema
      .createTable('organization_policies')
      .addColumn('organization', 'text', (it) => it.primaryKey())
      // Counts changes: whoever changes says which it has seen.
      .addColumn('version', 'integer', (it) => it.notNull())
      .addColumn('asks_outside', 'integer', (it) => it.notNull())
      .addColumn('forwarding_off', 'integer', (it) => it.notNull())
      .addColumn('colleague_reply', 'integer', (it) => it.notNull())
      .addColumn('needs_factor', 'integer', (it) => it.notNull())
      .execute(),
}
