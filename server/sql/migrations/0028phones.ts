/** Makes `bound_phones`, `phone_codes` and `phone_offers`. */
import type { Migration } from './migration'

export const migration: Migration = {
  up: async ({ schema }) => {
    await schema
      .createTable('bound_phones')
      .addColumn('account_id', 'text', (it) => it.primaryKey())
      .addColumn('phone', 'text', (it) => it.notNull())
      .addColumn('bound_at', 'bigint', (it) => it.notNull())
      .execute()
    await schema
      .createTable('phone_codes')
      .addColumn('account_id', 'text', (it) => it.primaryKey())
      .addColumn('phone', 'text', (it) => it.notNull())
      .addColumn('code', 'text', (it) => it.notNull())
      .addColumn('asked_at', 'bigint', (it) => it.notNull())
      .addColumn('tries', 'integer', (it) => it.notNull())
      .addColumn('is_proved', 'integer', (it) => it.notNull())
      .execute()
    await schema.createIndex('phone_codes_by_phone').on('phone_codes').columns(['phone', 'asked_at']).execute()
    await schema
      .createTable('phone_offers')
      .addColumn('account_id', 'text', (it) => it.primaryKey())
      .addColumn('put_off_until', 'bigint', (it) => it.notNull())
      .execute()
  },
}
