/** Makes the tables of `orderRows.sql.ts`, `reminders.sql.ts` and `testProvider.sql.ts`. */
import { type SchemaModule, sql } from 'kysely'
import type { Migration } from './migration'

async function orders(schema: SchemaModule): Promise<void> {
  await schema
    .createTable('orders')
    .addColumn('number', 'text', (it) => it.primaryKey())
    .addColumn('account_id', 'text', (it) => it.notNull())
    .addColumn('idempotency_key', 'text', (it) => it.notNull())
    .addColumn('purpose', 'text', (it) => it.notNull())
    .addColumn('tier', 'text', (it) => it.notNull())
    .addColumn('months', 'integer', (it) => it.notNull())
    .addColumn('state', 'text', (it) => it.notNull())
    .addColumn('fen', 'bigint', (it) => it.notNull())
    .addColumn('lines', 'text', (it) => it.notNull())
    .addColumn('extra_days', 'integer', (it) => it.notNull())
    .addColumn('ends_at', 'bigint', (it) => it.notNull())
    .addColumn('from_tier', 'text', (it) => it.notNull())
    .addColumn('from_due_at', 'bigint')
    .addColumn('created_at', 'bigint', (it) => it.notNull())
    .addColumn('expires_at', 'bigint', (it) => it.notNull())
    .addColumn('paid_at', 'bigint')
    .addColumn('method', 'text')
    .addUniqueConstraint('orders_key', ['account_id', 'idempotency_key'])
    .execute()
  await schema
    .createIndex('orders_open')
    .unique()
    .on('orders')
    .columns(['account_id', 'purpose'])
    .where(sql<boolean>`state = 'open'`)
    .execute()
  await schema
    .createTable('order_log')
    .addColumn('id', 'text', (it) => it.primaryKey())
    .addColumn('account_id', 'text', (it) => it.notNull())
    .addColumn('number', 'text', (it) => it.notNull())
    .addColumn('at', 'bigint', (it) => it.notNull())
    .addColumn('event', 'text', (it) => it.notNull())
    .addColumn('is_told', 'integer', (it) => it.notNull())
    .execute()
  await schema.createIndex('order_log_number').on('order_log').column('number').execute()
  await schema.createIndex('order_log_untold').on('order_log').column('at').where(sql<boolean>`is_told = 0`).execute()
}

export const migration: Migration = {
  up: async ({ schema }) => {
    await orders(schema)
    await schema
      .createTable('payments')
      .addColumn('method', 'text', (it) => it.notNull())
      .addColumn('transaction_id', 'text', (it) => it.notNull())
      .addColumn('account_id', 'text', (it) => it.notNull())
      .addColumn('number', 'text', (it) => it.notNull())
      .addColumn('fen', 'bigint', (it) => it.notNull())
      .addColumn('paid_at', 'bigint', (it) => it.notNull())
      .addColumn('state', 'text', (it) => it.notNull())
      .addColumn('due_at', 'bigint')
      .addColumn('tries', 'integer', (it) => it.notNull())
      .addPrimaryKeyConstraint('payments_key', ['method', 'transaction_id'])
      .execute()
    await schema.createIndex('payments_number').on('payments').column('number').execute()
    await schema.createIndex('payments_due').on('payments').column('due_at').execute()
    await schema
      .createTable('payment_requests')
      .addColumn('number', 'text', (it) => it.notNull())
      .addColumn('method', 'text', (it) => it.notNull())
      .addColumn('account_id', 'text', (it) => it.notNull())
      .addColumn('url', 'text', (it) => it.notNull())
      .addColumn('expires_at', 'bigint', (it) => it.notNull())
      .addColumn('asked_at', 'bigint', (it) => it.notNull())
      .addColumn('due_at', 'bigint')
      .addColumn('tries', 'integer', (it) => it.notNull())
      .addPrimaryKeyConstraint('payment_requests_key', ['number', 'method'])
      .execute()
    await schema.createIndex('payment_requests_due').on('payment_requests').column('due_at').execute()
    await schema
      .createTable('membership_reminders')
      .addColumn('account_id', 'text', (it) => it.notNull())
      .addColumn('due_at', 'bigint', (it) => it.notNull())
      .addColumn('days', 'integer', (it) => it.notNull())
      .addPrimaryKeyConstraint('membership_reminders_key', ['account_id', 'due_at', 'days'])
      .execute()
    await schema.createIndex('accounts_due').on('accounts').column('due_at').execute()
    await schema
      .createTable('test_payments')
      .addColumn('number', 'text', (it) => it.primaryKey())
      .addColumn('fen', 'bigint', (it) => it.notNull())
      .addColumn('state', 'text', (it) => it.notNull())
      .addColumn('paid_at', 'bigint')
      .execute()
  },
}
