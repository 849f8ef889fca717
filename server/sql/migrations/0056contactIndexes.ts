/** Indexes that cover a query of groups by contact, and the sum of an account's photos. */
import type { Migration } from './migration'

export const migration: Migration = {
  up: async ({ schema }) => {
    await schema.dropIndex('contact_group_members_contact').execute()
    await schema
      .createIndex('contact_groups_of_each')
      .on('contact_group_members')
      .columns(['account_id', 'contact_id', 'group_id'])
      .execute()
    await schema
      .createIndex('contact_photos_size')
      .on('contact_photos')
      .columns(['account_id', 'photo', 'size'])
      .execute()
  },
}
