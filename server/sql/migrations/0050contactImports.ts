/** Imports of contacts with what they refused and can undo, and exports that wait to be fetched. */
import type { Migration } from './migration'

export const migration: Migration = {
  up: async ({ schema }) => {
    await schema
      .createTable('contact_imports')
      .addColumn('account_id', 'text', (it) => it.notNull())
      .addColumn('id', 'text', (it) => it.notNull())
      .addColumn('file', 'text', (it) => it.notNull())
      .addColumn('plan', 'text', (it) => it.notNull())
      .addColumn('position', 'integer', (it) => it.notNull())
      .addColumn('read', 'bigint', (it) => it.notNull())
      .addColumn('counts', 'text', (it) => it.notNull())
      .addColumn('made_groups', 'text', (it) => it.notNull())
      .addColumn('made_at', 'bigint', (it) => it.notNull())
      .addColumn('undone_at', 'bigint')
      .addPrimaryKeyConstraint('contact_imports_key', ['account_id', 'id'])
      .execute()
    await schema.createIndex('contact_imports_made').on('contact_imports').columns(['made_at']).execute()
    await schema
      .createTable('contact_refusals')
      .addColumn('account_id', 'text', (it) => it.notNull())
      .addColumn('import_id', 'text', (it) => it.notNull())
      .addColumn('position', 'integer', (it) => it.notNull())
      .addColumn('entries', 'text', (it) => it.notNull())
      .addPrimaryKeyConstraint('contact_refusals_key', ['account_id', 'import_id', 'position'])
      .execute()
    await schema
      .createTable('contact_exports')
      .addColumn('account_id', 'text', (it) => it.notNull())
      .addColumn('id', 'text', (it) => it.notNull())
      .addColumn('wanted', 'text', (it) => it.notNull())
      .addColumn('made_at', 'bigint', (it) => it.notNull())
      .addPrimaryKeyConstraint('contact_exports_key', ['account_id', 'id'])
      .execute()
    await schema.createIndex('contact_exports_made').on('contact_exports').columns(['made_at']).execute()
    for (const [column, type] of [
      ['left_digest', 'text'],
      ['place', 'integer'],
    ] as const)
      await schema
        .alterTable('contact_undos')
        .addColumn(column, type, (it) => it.notNull().defaultTo(type === 'text' ? '' : 0))
        .execute()
  },
}
