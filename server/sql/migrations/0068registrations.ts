/** Gives accounts their `name_key`, and makes the tables of `registrations.sql.ts`. */
import { addressNameKey } from '../../../src/contract/registration/userName'
import type { Migration } from './migration'

export const migration: Migration = {
  up: async (db) => {
    const { schema } = db
    await schema
      .alterTable('accounts')
      .addColumn('name_key', 'text', (it) => it.notNull().defaultTo(''))
      .execute()
    for (const { id, address } of await db.selectFrom('accounts').select(['id', 'address']).execute())
      await db
        .updateTable('accounts')
        .set({ name_key: addressNameKey(address) })
        .where('id', '=', id)
        .execute()
    await schema.createIndex('accounts_name_key').on('accounts').column('name_key').execute()
    await schema
      .createTable('registrations')
      .addColumn('account_id', 'text', (it) => it.primaryKey())
      .addColumn('key_hash', 'text', (it) => it.notNull().unique())
      .addColumn('kind', 'text', (it) => it.notNull())
      .addColumn('at', 'bigint', (it) => it.notNull())
      .execute()
    await schema
      .createTable('invites')
      .addColumn('code_hash', 'text', (it) => it.primaryKey())
      .addColumn('expires_at', 'bigint', (it) => it.notNull())
      .addColumn('used_at', 'bigint')
      .execute()
  },
}
