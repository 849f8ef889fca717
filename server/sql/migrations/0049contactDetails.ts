/** Gives contacts all their fields, several addresses and numbers, photos, and an Undo. */
import { sql } from 'kysely'
import { letterOf } from '#contract/contacts/detailsRules'
import { contactKeys } from '../people/contactKeys'
import type { Migration } from './migration'

export const migration: Migration = {
  up: async (db, dialect) => {
    await widenContacts(db)
    await addTables(db, dialect)
    await fill(db)
  },
}

type Step = Parameters<Migration['up']>

async function widenContacts({ schema }: Step[0]): Promise<void> {
  for (const column of ['company', 'photo', 'letter'])
    await schema
      .alterTable('contacts')
      .addColumn(column, 'text', (it) => it.notNull().defaultTo(''))
      .execute()
  await schema
    .alterTable('contacts')
    .addColumn('version', 'integer', (it) => it.notNull().defaultTo(1))
    .execute()
  await schema.dropIndex('contacts_email').execute()
  await schema
    .createIndex('contacts_order')
    .on('contacts')
    .columns(['account_id', 'letter', 'order_key', 'name_key'])
    .execute()
  // SQLite reads all of an account for a list of ids without it.
  await schema.createIndex('contacts_own').on('contacts').columns(['account_id', 'id']).unique().execute()
  await schema.createIndex('contacts_photo').on('contacts').columns(['account_id', 'photo']).execute()
  await schema
    .createIndex('contact_group_members_contact')
    .on('contact_group_members')
    .columns(['account_id', 'contact_id'])
    .execute()
}

async function addTables({ schema }: Step[0], dialect: Step[1]): Promise<void> {
  await schema
    .createTable('contact_details')
    .addColumn('account_id', 'text', (it) => it.notNull())
    .addColumn('contact_id', 'text', (it) => it.notNull())
    .addColumn('details', 'text', (it) => it.notNull())
    .addColumn('changed_at', 'text', (it) => it.notNull())
    .addColumn('rest', 'text', (it) => it.notNull())
    .addPrimaryKeyConstraint('contact_details_key', ['account_id', 'contact_id'])
    .execute()
  await schema
    .createTable('contact_keys')
    .addColumn('account_id', 'text', (it) => it.notNull())
    .addColumn('kind', 'text', (it) => it.notNull())
    .addColumn('value', 'text', (it) => it.notNull())
    .addColumn('contact_id', 'text', (it) => it.notNull())
    .addPrimaryKeyConstraint('contact_keys_key', ['account_id', 'kind', 'value', 'contact_id'])
    .execute()
  await schema.createIndex('contact_keys_contact').on('contact_keys').columns(['account_id', 'contact_id']).execute()
  await schema
    .createTable('contact_books')
    .addColumn('account_id', 'text', (it) => it.primaryKey())
    .addColumn('revision', 'text', (it) => it.notNull())
    .execute()
  await schema
    .createTable('contact_undos')
    .addColumn('account_id', 'text', (it) => it.notNull())
    .addColumn('undo_id', 'text', (it) => it.notNull())
    .addColumn('contact_id', 'text', (it) => it.notNull())
    .addColumn('before', 'text', (it) => it.notNull())
    .addColumn('photo', 'text', (it) => it.notNull())
    .addColumn('after_version', 'integer')
    .addColumn('made_at', 'bigint', (it) => it.notNull())
    .addPrimaryKeyConstraint('contact_undos_key', ['account_id', 'undo_id', 'contact_id'])
    .execute()
  await schema.createIndex('contact_undos_made').on('contact_undos').columns(['made_at']).execute()
  await schema
    .createTable('contact_photos')
    .addColumn('account_id', 'text', (it) => it.notNull())
    .addColumn('photo', 'text', (it) => it.notNull())
    .addColumn('type', 'text', (it) => it.notNull())
    .addColumn('size', 'integer', (it) => it.notNull())
    .addColumn('bytes', dialect === 'postgres' ? sql`bytea` : 'blob', (it) => it.notNull())
    .addColumn('put_at', 'bigint', (it) => it.notNull())
    .addPrimaryKeyConstraint('contact_photos_key', ['account_id', 'photo'])
    .execute()
}

async function fill(db: Step[0]): Promise<void> {
  const rows = await db
    .selectFrom('contacts')
    .select(['id', 'account_id', 'name', 'email', 'phone', 'order_key'])
    .execute()
  for (const { id, account_id, name, email, phone, order_key } of rows) {
    const emails = email === '' ? [] : [{ label: '', value: email }]
    const phones = phone === '' ? [] : [{ label: '', value: phone }]
    const letter = letterOf(order_key)
    await db
      .updateTable('contacts')
      .set({ letter: letter === '#' ? 'ZZ' : letter })
      .where('id', '=', id)
      .execute()
    await db
      .insertInto('contact_details')
      .values({ account_id, contact_id: id, details: JSON.stringify({ emails, phones }), changed_at: '{}', rest: '' })
      .execute()
    await db
      .insertInto('contact_keys')
      .values(contactKeys({ name, emails, phones }).map((key) => ({ ...key, account_id, contact_id: id })))
      .execute()
  }
}
