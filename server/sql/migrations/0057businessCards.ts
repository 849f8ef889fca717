/** Makes the table of `cards.sql.ts`, and gives a signature the card that goes along with it. */
import type { Migration } from './migration'

export const migration: Migration = {
  up: async ({ schema }) => {
    await schema
      .createTable('business_cards')
      .addColumn('account_id', 'text', (it) => it.notNull())
      .addColumn('id', 'text', (it) => it.notNull())
      .addColumn('name', 'text', (it) => it.notNull())
      .addColumn('fields', 'text', (it) => it.notNull())
      .addColumn('logo', 'text', (it) => it.notNull())
      .addColumn('layout', 'text', (it) => it.notNull())
      .addColumn('is_default', 'integer', (it) => it.notNull())
      .addColumn('position', 'integer', (it) => it.notNull())
      .addColumn('removed_at', 'bigint')
      .addPrimaryKeyConstraint('business_cards_key', ['account_id', 'id'])
      .execute()
    // The sweep of pictures asks for each whether a card has it, and that of cards for old removals.
    await schema.createIndex('business_cards_logo').on('business_cards').columns(['account_id', 'logo']).execute()
    await schema.createIndex('business_cards_removed').on('business_cards').columns(['removed_at']).execute()
    await schema
      .alterTable('signatures')
      .addColumn('card_id', 'text', (it) => it.notNull().defaultTo(''))
      .execute()
  },
}
