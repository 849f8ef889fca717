/** Mailboxes, folders, mails, their counters and their text index: SQLite's own, since beside PostgreSQL mail lies on a mail server. */
import { sql } from 'kysely'
import { mailTriggers } from './mailTriggers'
import type { Migration } from './migration'

const tables = [
  `create table mailboxes (
    mailbox integer primary key autoincrement,
    account_id text not null unique,
    used integer not null default 0,
    count integer not null default 0
  )`,
  `create table mail_folders (
    folder integer primary key autoincrement,
    mailbox integer not null references mailboxes (mailbox),
    id text not null,
    name text not null,
    name_key text,
    total integer not null default 0,
    unread integer not null default 0,
    size integer not null default 0,
    unique (mailbox, id),
    unique (mailbox, name_key)
  )`,
  `create table mails (
    seq integer primary key autoincrement,
    id text not null unique,
    mailbox integer not null references mailboxes (mailbox),
    folder integer not null references mail_folders (folder),
    idempotency_key text,
    spool text not null,
    received_at integer not null,
    sent_at integer,
    size integer not null,
    seen integer not null,
    flagged integer not null,
    answered integer not null,
    forwarded integer not null,
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
    sort_subject text not null
  )`,
  'create table mail_parsed (seq integer primary key, parsed blob not null)',
  `create table mail_buckets (
    scope integer not null,
    bucket integer not null,
    total integer not null,
    unread integer not null,
    flagged integer not null,
    attachment integer not null,
    primary key (scope, bucket)
  ) without rowid`,
  // Tokens are cut, folded and joined by one space before they come here, so the plainest tokenizer is the right one.
  `create virtual table mail_text using fts5 (
    subject, sender, recipients, body, attachment,
    content = '', contentless_delete = 1, tokenize = 'ascii'
  )`,
]

/** By arrival within a folder, whole and by filter; the other sorts carry the flags, so that a filtered deep page never reads a row. */
const indexes = [
  'create unique index mails_by_key on mails (mailbox, idempotency_key) where idempotency_key is not null',
  'create index mails_by_folder on mails (folder, seq)',
  'create index mails_unread on mails (folder, seq) where seen = 0',
  'create index mails_flagged on mails (folder, seq) where flagged = 1',
  'create index mails_attachment on mails (folder, seq) where has_attachment = 1',
  'create index mails_flag_view on mails (mailbox, seq) where flagged = 1',
  'create index mails_by_from on mails (folder, sort_from, seq, seen, flagged, has_attachment)',
  'create index mails_by_subject on mails (folder, sort_subject, seq, seen, flagged, has_attachment)',
  'create index mails_by_size on mails (folder, size, seq, seen, flagged, has_attachment)',
  'create index mails_by_thread on mails (mailbox, thread_id)',
  'create index mails_by_message on mails (mailbox, message_id)',
  'create index mails_by_spool on mails (spool)',
]

export const migration: Migration = {
  on: 'sqlite',
  up: async (db) => {
    for (const statement of [...tables, ...indexes, ...mailTriggers]) await sql.raw(statement).execute(db)
  },
}
