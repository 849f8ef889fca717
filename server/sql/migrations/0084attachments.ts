/** Makes the tables of `attachmentRows.ts`, which triggers keep with their mails. */
import { sql } from 'kysely'
import type { Migration } from './migration'

const steps = [
  // `at`: its position among the files of its mail.
  `create table attachments (
    seq integer not null, at integer not null, mailbox integer not null, folder integer not null, received_at integer not null,
    part text not null, name text not null, name_key text not null, type text not null, kind text not null, size integer not null,
    primary key (seq, at)) without rowid`,
  // Each holds all that is filtered by, so that no row is looked up that is not shown.
  'create index attachments_newest on attachments (mailbox, seq desc, at, folder, received_at, size)',
  'create index attachments_kind on attachments (mailbox, kind, seq desc, at, folder, received_at, size)',
  'create index attachments_folder on attachments (mailbox, folder, seq desc, at, kind, received_at, size)',
  'create table attachments_due (mailbox integer not null, seq integer not null, primary key (mailbox, seq)) without rowid',
  'insert into attachments_due (mailbox, seq) select mailbox, seq from mails where has_attachment = 1',
  `create trigger mails_attachments_gone after delete on mails when old.has_attachment = 1 begin
    delete from attachments where seq = old.seq;
    delete from attachments_due where mailbox = old.mailbox and seq = old.seq; end`,
  `create trigger mails_attachments_moved after update of folder on mails
    when old.folder <> new.folder and new.has_attachment = 1 begin
    update attachments set folder = new.folder where seq = new.seq; end`,
]

export const migration: Migration = {
  on: 'sqlite',
  up: async (db) => {
    for (const step of steps) await sql.raw(step).execute(db)
  },
}
