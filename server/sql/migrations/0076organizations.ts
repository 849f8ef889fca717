/** Makes the tables of `organizations.sql.ts`. */
import type { Migration } from './migration'

export const migration: Migration = {
  up: async ({ schema }) => {
    await schema
      .createTable('organizations')
      .addColumn('code', 'text', (it) => it.primaryKey())
      .addColumn('name', 'text', (it) => it.notNull())
      .addColumn('tier', 'text', (it) => it.notNull())
      .addColumn('seats', 'integer', (it) => it.notNull())
      // A `data:` address; null where there is none.
      .addColumn('logo', 'text')
      .execute()
    await schema
      .createTable('organization_domains')
      // Belongs to one organization at most; in one spelling, as `asciiDomain` gives it.
      .addColumn('domain', 'text', (it) => it.primaryKey())
      .addColumn('organization', 'text', (it) => it.notNull())
      .execute()
    await schema
      .createIndex('organization_domains_of')
      .on('organization_domains')
      .columns(['organization', 'domain'])
      .execute()
    // Members are counted for every seat.
    await schema.createIndex('accounts_of_organization').on('accounts').column('organization').execute()
  },
}
