/** Makes `contacts` and `image_senders`. */
import type { Migration } from './migration'

export const migration: Migration = {
  up: async ({ schema }) => {
    await schema
      .createTable('contacts')
      .addColumn('id', 'text', (it) => it.primaryKey())
      .addColumn('account_id', 'text', (it) => it.notNull())
      .addColumn('name', 'text', (it) => it.notNull())
      .addColumn('name_key', 'text', (it) => it.notNull())
      .addColumn('email', 'text', (it) => it.notNull())
      .addColumn('email_key', 'text', (it) => it.notNull())
      .addColumn('phone', 'text', (it) => it.notNull())
      .addColumn('starred', 'integer', (it) => it.notNull())
      .addUniqueConstraint('contacts_name', ['account_id', 'name_key'])
      .execute()
    await schema.createIndex('contacts_email').on('contacts').columns(['account_id', 'email_key']).execute()
    await schema
      .createTable('image_senders')
      .addColumn('account_id', 'text', (it) => it.notNull())
      .addColumn('address', 'text', (it) => it.notNull())
      .addColumn('added_at', 'bigint', (it) => it.notNull())
      .addPrimaryKeyConstraint('image_senders_key', ['account_id', 'address'])
      .execute()
  },
}
