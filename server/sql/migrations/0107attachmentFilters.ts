/** Finds attachments by size and time without a look at all newer ones (docs/decisions/0067). */
import { sql } from 'kysely'
import type { Migration } from './migration'

const held = 'folder, received_at, kind, size'

const steps = [
  // The sizes that the page offers; few files are as large.
  `create index attachments_large on attachments (mailbox, seq desc, at, ${held}) where size >= 1048576`,
  `create index attachments_largest on attachments (mailbox, seq desc, at, ${held}) where size >= 10485760`,
  'create index attachments_time on attachments (mailbox, received_at, seq, at, folder, kind, size)',
]

export const migration: Migration = {
  on: 'sqlite',
  up: async (db) => {
    for (const step of steps) await sql.raw(step).execute(db)
  },
}
