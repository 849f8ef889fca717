import type { Migration } from './migration'

/** Whom a receipt is made out to: the company and its tax number, empty where none is. */
export const migration: Migration = {
  up: async ({ schema }) => {
    for (const column of ['buyer_title', 'buyer_tax_number'])
      await schema
        .alterTable('orders')
        .addColumn(column, 'text', (it) => it.notNull().defaultTo(''))
        .execute()
  },
}
