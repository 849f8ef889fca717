/** When a folder that the mail server refused is asked for again (`attachmentIndex.sql.ts`). */
import type { Migration } from './migration'

export const migration: Migration = {
  up: async ({ schema }) => {
    await schema
      .alterTable('attachment_folders')
      .addColumn('refusals', 'integer', (it) => it.notNull().defaultTo(0))
      .execute()
    await schema
      .alterTable('attachment_folders')
      .addColumn('retry_at', 'bigint', (it) => it.notNull().defaultTo(0))
      .execute()
  },
}
