/** Makes the tables of `passwordResets.sql.ts`. */
import type { Migration } from './migration'

export const migration: Migration = {
  up: async ({ schema }) => {
    await schema
      .createTable('password_resets')
      .addColumn('token_hash', 'text', (it) => it.primaryKey())
      // Null where nobody has the address: it is kept all the same.
      .addColumn('account_id', 'text')
      .addColumn('created_at', 'bigint', (it) => it.notNull())
      .addColumn('phone', 'text')
      .addColumn('code', 'text')
      .addColumn('asked_at', 'bigint')
      .addColumn('tries', 'integer', (it) => it.notNull())
      .addColumn('is_proved', 'integer', (it) => it.notNull())
      .execute()
    await schema.createIndex('password_resets_phone').on('password_resets').columns(['phone', 'asked_at']).execute()
    await schema.createIndex('password_resets_age').on('password_resets').column('created_at').execute()
    await schema
      .createTable('new_passwords')
      .addColumn('account_id', 'text', (it) => it.primaryKey())
      .addColumn('id', 'text', (it) => it.notNull())
      .addColumn('password_hash', 'text', (it) => it.notNull())
      .addColumn('effective_at', 'bigint', (it) => it.notNull())
      // 1 once the account has it, until its sessions have ended.
      .addColumn('is_applied', 'integer', (it) => it.notNull())
      .execute()
    await schema.createIndex('new_passwords_due').on('new_passwords').column('effective_at').execute()
  },
}
