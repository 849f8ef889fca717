/** Lets people be found by how their names sound, and makes the tables of their groups. */
import { personKeys } from '../people/personKeys'
import type { Migration } from './migration'

export const migration: Migration = {
  up: async (db) => {
    for (const table of ['contacts', 'recent_recipients'] as const) {
      for (const column of ['search_key', 'order_key'])
        await db.schema
          .alterTable(table)
          .addColumn(column, 'text', (it) => it.notNull().defaultTo(''))
          .execute()
      const rows = await db.selectFrom(table).select(['account_id', 'email_key', 'email', 'name']).distinct().execute()
      for (const { account_id, email_key, email, name } of rows)
        await db
          .updateTable(table)
          .set(await personKeys(name, email))
          .where('account_id', '=', account_id)
          .where('email_key', '=', email_key)
          .where('name', '=', name)
          .execute()
    }
    await db.schema
      .createTable('contact_groups')
      .addColumn('id', 'text', (it) => it.primaryKey())
      .addColumn('account_id', 'text', (it) => it.notNull())
      .addColumn('name', 'text', (it) => it.notNull())
      .addColumn('name_key', 'text', (it) => it.notNull())
      .addColumn('search_key', 'text', (it) => it.notNull())
      .addColumn('order_key', 'text', (it) => it.notNull())
      .addUniqueConstraint('contact_groups_name', ['account_id', 'name_key'])
      .execute()
    await db.schema
      .createTable('contact_group_members')
      .addColumn('account_id', 'text', (it) => it.notNull())
      .addColumn('group_id', 'text', (it) => it.notNull())
      .addColumn('contact_id', 'text', (it) => it.notNull())
      .addPrimaryKeyConstraint('contact_group_members_key', ['account_id', 'group_id', 'contact_id'])
      .execute()
  },
}
