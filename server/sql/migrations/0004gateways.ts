/** What several gateways over one database need of each other: who has a send in hand, and where a session's inbox stood. */
import type { Migration } from './migration'

export const migration: Migration = {
  up: async ({ schema }) => {
    await schema.alterTable('outbox').addColumn('worker', 'text').execute()
    await schema.alterTable('outbox').addColumn('sealed_secret', 'text').execute()
    await schema.alterTable('sessions').addColumn('inbox_cursor', 'text').execute()
    await schema.createIndex('outbox_account').on('outbox').columns(['account_id', 'created_at']).execute()
  },
}
