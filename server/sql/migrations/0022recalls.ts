/** Makes `recalls`, `recall_recipients` and `recalled_mails`. */
import type { Migration } from './migration'

export const migration: Migration = {
  up: async ({ schema }) => {
    await schema
      .createTable('recalls')
      .addColumn('id', 'text', (it) => it.primaryKey())
      .addColumn('account_id', 'text', (it) => it.notNull())
      .addColumn('mail_id', 'text', (it) => it.notNull())
      .addColumn('send_id', 'text', (it) => it.notNull().unique())
      .addColumn('subject', 'text', (it) => it.notNull())
      .addColumn('notice', 'integer', (it) => it.notNull())
      .addColumn('mark', 'text', (it) => it.notNull())
      .addColumn('created_at', 'bigint', (it) => it.notNull())
      .execute()
    await schema.createIndex('recalls_by_mail').on('recalls').columns(['account_id', 'mail_id']).execute()
    await schema.createIndex('recalls_by_time').on('recalls').columns(['account_id', 'created_at']).execute()
    await schema
      .createTable('recall_recipients')
      .addColumn('recall_id', 'text', (it) => it.notNull())
      .addColumn('position', 'integer', (it) => it.notNull())
      .addColumn('address', 'text', (it) => it.notNull())
      .addColumn('state', 'text', (it) => it.notNull())
      .addPrimaryKeyConstraint('recall_recipients_key', ['recall_id', 'address'])
      .execute()
    await schema
      .createTable('recalled_mails')
      .addColumn('account_id', 'text', (it) => it.notNull())
      .addColumn('send_id', 'text', (it) => it.notNull())
      .addPrimaryKeyConstraint('recalled_mails_key', ['account_id', 'send_id'])
      .execute()
  },
}
