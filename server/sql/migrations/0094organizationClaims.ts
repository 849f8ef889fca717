/** Makes the table of `domainClaims.sql.ts`. */
import type { Migration } from './migration'

export const migration: Migration = {
  up: ({ schema }) =>
    schema
      .createTable('organization_claims')
      .addColumn('organization', 'text', (it) => it.notNull())
      // In one spelling, as `asciiDomain` gives it; whoever proves it first has it.
      .addColumn('domain', 'text', (it) => it.notNull())
      .addColumn('token', 'text', (it) => it.notNull())
      .addColumn('state', 'text', (it) => it.notNull())
      // JSON: the texts that stood there in its place.
      .addColumn('found', 'text', (it) => it.notNull())
      .addColumn('added_at', 'bigint', (it) => it.notNull())
      .addColumn('checked_at', 'bigint')
      .addPrimaryKeyConstraint('organization_claims_pk', ['organization', 'domain'])
      .execute(),
}
