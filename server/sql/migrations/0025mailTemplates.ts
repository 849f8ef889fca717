/** Makes `mail_templates`. */
import type { Migration } from './migration'

export const migration: Migration = {
  up: async ({ schema }) => {
    await schema
      .createTable('mail_templates')
      .addColumn('account_id', 'text', (it) => it.notNull())
      .addColumn('id', 'text', (it) => it.notNull())
      .addColumn('name', 'text', (it) => it.notNull())
      .addColumn('name_key', 'text', (it) => it.notNull())
      .addColumn('subject', 'text', (it) => it.notNull())
      .addColumn('html', 'text', (it) => it.notNull())
      .addColumn('created_at', 'bigint', (it) => it.notNull())
      .addPrimaryKeyConstraint('mail_templates_key', ['account_id', 'id'])
      .addUniqueConstraint('mail_templates_name', ['account_id', 'name_key'])
      .execute()
  },
}
