/** When a person last asked for the list of attachments (`attachmentIndex.sql.ts`). */
import type { Migration } from './migration'

export const migration: Migration = {
  up: async (db) => {
    await db.schema
      .alterTable('attachment_indexes')
      .addColumn('asked_at', 'bigint', (it) => it.notNull().defaultTo(0))
      .execute()
    await db
      .updateTable('attachment_indexes')
      .set(({ ref }) => ({ asked_at: ref('looked_at') }))
      .execute()
  },
}
