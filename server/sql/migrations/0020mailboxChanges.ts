/** Counts the changes of each mailbox that is kept here, so that whoever holds a list learns whether it still holds without reading it. */
import { sql } from 'kysely'
import type { Migration } from './migration'

const counted = (row: 'new' | 'old') => `update mailboxes set changes = changes + 1 where mailbox = ${row}.mailbox`

export const migration: Migration = {
  // Beside PostgreSQL mail lies on a mail server, which counts for itself (RFC 7162).
  on: 'sqlite',
  up: async (db) => {
    await sql`alter table mailboxes add column changes integer not null default 0`.execute(db)
    for (const [event, row] of [
      ['insert', 'new'],
      ['update', 'new'],
      ['delete', 'old'],
    ] as const) {
      await sql
        .raw(`create trigger mails_change_${event} after ${event} on mails begin ${counted(row)}; end`)
        .execute(db)
    }
  },
}
