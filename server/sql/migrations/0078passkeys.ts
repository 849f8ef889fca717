/** Makes the tables of `passkeys.sql.ts`. */
import type { Migration } from './migration'

export const migration: Migration = {
  up: async ({ schema }) => {
    await schema
      .createTable('passkeys')
      // The credential id of the authenticator, in base64url.
      .addColumn('id', 'text', (it) => it.primaryKey())
      .addColumn('account_id', 'text', (it) => it.notNull())
      .addColumn('public_key', 'text', (it) => it.notNull())
      .addColumn('counter', 'bigint', (it) => it.notNull())
      .addColumn('transports', 'text', (it) => it.notNull())
      .addColumn('name', 'text', (it) => it.notNull())
      .addColumn('browser', 'text', (it) => it.notNull())
      .addColumn('system', 'text', (it) => it.notNull())
      .addColumn('is_synced', 'integer', (it) => it.notNull())
      .addColumn('created_at', 'bigint', (it) => it.notNull())
      .addColumn('used_at', 'bigint')
      .execute()
    await schema.createIndex('passkeys_of_account').on('passkeys').column('account_id').execute()
    await schema
      .createTable('passkey_challenges')
      .addColumn('challenge_hash', 'text', (it) => it.primaryKey())
      .addColumn('purpose', 'text', (it) => it.notNull())
      // The session or ticket that asked; empty for a sign-in.
      .addColumn('holder', 'text', (it) => it.notNull())
      .addColumn('expires_at', 'bigint', (it) => it.notNull())
      .execute()
  },
}
