/** Makes the table of `lessons.sql.ts`. */
import type { Migration } from './migration'

export const migration: Migration = {
  up: async ({ schema }) => {
    await schema
      .createTable('scanner_lessons')
      .addColumn('account_id', 'text', (it) => it.notNull())
      .addColumn('mail', 'text', (it) => it.notNull())
      .addColumn('lesson', 'text', (it) => it.notNull())
      .addColumn('said_at', 'bigint', (it) => it.notNull())
      .addColumn('words', 'integer', (it) => it.notNull())
      .addColumn('due_at', 'bigint')
      .addColumn('tries', 'integer', (it) => it.notNull())
      .addColumn('aways', 'integer', (it) => it.notNull())
      .addPrimaryKeyConstraint('scanner_lessons_key', ['account_id', 'mail'])
      .execute()
    await schema.createIndex('scanner_lessons_due').on('scanner_lessons').column('due_at').execute()
  },
}
