/** Makes `qr_logins`. */
import type { Migration } from './migration'

export const migration: Migration = {
  up: async ({ schema }) => {
    await schema
      .createTable('qr_logins')
      .addColumn('id_hash', 'text', (it) => it.primaryKey())
      .addColumn('secret_hash', 'text', (it) => it.notNull())
      .addColumn('state', 'text', (it) => it.notNull())
      .addColumn('account_id', 'text')
      .addColumn('user_agent', 'text', (it) => it.notNull())
      .addColumn('remote_address', 'text', (it) => it.notNull())
      .addColumn('created_at', 'bigint', (it) => it.notNull())
      .addColumn('expires_at', 'bigint', (it) => it.notNull())
      .addColumn('sealed_secret', 'text')
      .execute()
  },
}
