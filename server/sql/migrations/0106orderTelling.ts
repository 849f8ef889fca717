/** Lets what the owner of an order is still to be told wait where it cannot be told. */
import type { Migration } from './migration'

export const migration: Migration = {
  up: async ({ schema }) => {
    await schema
      .alterTable('order_log')
      .addColumn('due_at', 'bigint', (it) => it.notNull().defaultTo(0))
      .execute()
    await schema
      .alterTable('order_log')
      .addColumn('tries', 'integer', (it) => it.notNull().defaultTo(0))
      .execute()
    await schema.createIndex('order_log_due').on('order_log').columns(['is_told', 'due_at']).execute()
    await schema.dropIndex('order_log_untold').execute()
  },
}
