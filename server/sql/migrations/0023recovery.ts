/** Makes `recovery`, and lets mail in Deleted bear since when it lies there and where it lay before. */
import { sql } from 'kysely'
import type { Migration } from './migration'

const removedMails = [
  `create table removed_mails (
    seq integer primary key,
    id text not null unique,
    mailbox integer not null references mailboxes (mailbox),
    left_folder text,
    is_sent integer not null,
    removed_at integer not null,
    idempotency_key text,
    spool text not null,
    received_at integer not null,
    sent_at integer,
    size integer not null,
    seen integer not null,
    flagged integer not null,
    answered integer not null,
    forwarded integer not null,
    receipt integer not null,
    has_attachment integer not null,
    urgent integer not null,
    from_name text not null,
    from_address text not null,
    recipients text not null,
    subject text not null,
    preview text not null,
    message_id text,
    thread_id text,
    sort_from text not null,
    sort_subject text not null,
    parsed blob
  )`,
  'create index removed_by_mailbox on removed_mails (mailbox, is_sent, removed_at, seq)',
  'create index removed_by_time on removed_mails (removed_at)',
  'create index removed_by_spool on removed_mails (spool)',
  'alter table mails add column left_folder text',
  'alter table mails add column deleted_at integer',
  'create index mails_deleted_at on mails (deleted_at) where deleted_at is not null',
]

export const migration: Migration = {
  up: async (db, dialect) => {
    await db.schema
      .createTable('recovery')
      .addColumn('account_id', 'text', (it) => it.primaryKey())
      .addColumn('enabled_at', 'bigint', (it) => it.notNull())
      .execute()
    // Beside PostgreSQL mail lies on a mail server.
    if (dialect === 'sqlite') for (const statement of removedMails) await sql.raw(statement).execute(db)
  },
}
