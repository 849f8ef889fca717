/** Lets a ticket and a confirmed QR code name the session that they end with. Those that stand name none, and are good no more. */
import type { Migration } from './migration'

export const migration: Migration = {
  up: async ({ schema }) => {
    for (const table of ['tickets', 'qr_logins'])
      await schema.alterTable(table).addColumn('session_hash', 'text').execute()
  },
}
