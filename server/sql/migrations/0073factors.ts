/** Makes the tables of `factors.sql.ts`. */
import type { Migration } from './migration'

export const migration: Migration = {
  up: async ({ schema }) => {
    await schema
      .createTable('totp_secrets')
      .addColumn('account_id', 'text', (it) => it.primaryKey())
      .addColumn('sealed_secret', 'text', (it) => it.notNull())
      // Null until a code has proven that it is where it should be.
      .addColumn('confirmed_at', 'bigint')
      .addColumn('used_step', 'bigint', (it) => it.notNull())
      .execute()
    await schema
      .createTable('recovery_codes')
      .addColumn('account_id', 'text', (it) => it.notNull())
      .addColumn('code_hash', 'text', (it) => it.notNull())
      .addPrimaryKeyConstraint('recovery_codes_key', ['account_id', 'code_hash'])
      .execute()
    await schema
      .createTable('factor_tickets')
      .addColumn('ticket_hash', 'text', (it) => it.primaryKey())
      .addColumn('account_id', 'text', (it) => it.notNull())
      .addColumn('sealed_secret', 'text')
      .addColumn('is_kept', 'integer', (it) => it.notNull())
      .addColumn('expires_at', 'bigint', (it) => it.notNull())
      .execute()
    await schema
      .createTable('trusted_devices')
      .addColumn('token_hash', 'text', (it) => it.primaryKey())
      .addColumn('account_id', 'text', (it) => it.notNull())
      .addColumn('browser', 'text', (it) => it.notNull())
      .addColumn('system', 'text', (it) => it.notNull())
      .addColumn('created_at', 'bigint', (it) => it.notNull())
      .addColumn('expires_at', 'bigint', (it) => it.notNull())
      .execute()
    for (const table of ['factor_tickets', 'trusted_devices'])
      await schema.createIndex(`${table}_of_account`).on(table).column('account_id').execute()
  },
}
