/** Leaves what is in no trash out of the index of the trash: no plan takes it for a folder. */
import { sql } from 'kysely'
import type { Migration } from './migration'

export const migration: Migration = {
  up: async ({ schema }) => {
    await schema.dropIndex('file_entries_trash').execute()
    await schema
      .createIndex('file_entries_trashed')
      .on('file_entries')
      .columns(['account_id', 'trash'])
      .where(sql<boolean>`trash <> ''`)
      .execute()
  },
}
