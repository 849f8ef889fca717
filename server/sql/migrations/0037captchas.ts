/** Makes the table of captchas. */
import type { Migration } from './migration'

export const migration: Migration = {
  up: async ({ schema }) => {
    await schema
      .createTable('captchas')
      .addColumn('id_hash', 'text', (it) => it.primaryKey())
      .addColumn('answer_hash', 'text')
      .addColumn('remote_address', 'text', (it) => it.notNull())
      .addColumn('ready_at', 'bigint', (it) => it.notNull())
      .addColumn('expires_at', 'bigint', (it) => it.notNull())
      .addColumn('tries', 'integer', (it) => it.notNull())
      .execute()
  },
}
