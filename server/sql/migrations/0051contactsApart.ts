/** Remembers which contacts a person said are not duplicates of each other. */
import type { Migration } from './migration'

export const migration: Migration = {
  up: async ({ schema }) => {
    await schema
      .createTable('contacts_apart')
      .addColumn('account_id', 'text', (it) => it.notNull())
      .addColumn('one', 'text', (it) => it.notNull())
      .addColumn('other', 'text', (it) => it.notNull())
      .addPrimaryKeyConstraint('contacts_apart_key', ['account_id', 'one', 'other'])
      .execute()
    // A contact that is removed takes its pairs along, on whichever side it stands.
    await schema.createIndex('contacts_apart_other').on('contacts_apart').columns(['account_id', 'other']).execute()
  },
}
