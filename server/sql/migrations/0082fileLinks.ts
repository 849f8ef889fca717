/** Makes the tables of `fileLinks.sql.ts`. */
import type { Migration } from './migration'

export const migration: Migration = {
  up: async ({ schema }) => {
    await schema
      .createTable('file_links')
      .addColumn('id', 'text', (it) => it.primaryKey())
      .addColumn('account_id', 'text', (it) => it.notNull())
      .addColumn('secret_hash', 'text', (it) => it.notNull().unique())
      .addColumn('file_id', 'text', (it) => it.notNull())
      // As it was called when the link was made.
      .addColumn('name', 'text', (it) => it.notNull())
      .addColumn('size', 'bigint', (it) => it.notNull())
      .addColumn('made_at', 'bigint', (it) => it.notNull())
      .addColumn('expires_at', 'bigint', (it) => it.notNull())
      .addColumn('revoked_at', 'bigint')
      .addColumn('downloads', 'integer', (it) => it.notNull())
      .execute()
    await schema.createIndex('file_links_of').on('file_links').columns(['account_id', 'made_at', 'id']).execute()
    await schema.createIndex('file_links_end').on('file_links').column('expires_at').execute()
    await schema
      .createTable('file_link_tickets')
      .addColumn('ticket_hash', 'text', (it) => it.primaryKey())
      .addColumn('account_id', 'text', (it) => it.notNull())
      .addColumn('link_id', 'text', (it) => it.notNull())
      .addColumn('expires_at', 'bigint', (it) => it.notNull())
      .execute()
    await schema.createIndex('file_link_tickets_end').on('file_link_tickets').column('expires_at').execute()
    await schema.createIndex('file_link_tickets_account').on('file_link_tickets').column('account_id').execute()
  },
}
