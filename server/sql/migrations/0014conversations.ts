/** The conversations of each folder, kept by trigger, so that a list of them costs what a list of mails does. */
import { sql } from 'kysely'
import type { Migration } from './migration'

const tables = [
  // A mail that names no message, not even itself, is a conversation of its own under its own id.
  `create table mail_conversations (
    folder integer not null,
    thread text not null,
    newest integer not null,
    held integer not null,
    unread integer not null,
    flagged integer not null,
    attachment integer not null,
    primary key (folder, thread)
  ) without rowid`,
  'create index mails_of_conversation on mails (folder, thread_id, seq)',
]

const filling = `
  insert into mail_conversations (folder, thread, newest, held, unread, flagged, attachment)
  select folder, coalesce(thread_id, id), max(seq), count(*), sum(1 - seen), sum(flagged), sum(has_attachment)
  from mails group by 1, 2`

/** After the filling, which they would slow down. The filtered ones carry what they filter by, else a count would read every row. */
const indexes = [
  'create index conversations_by_arrival on mail_conversations (folder, newest)',
  'create index conversations_unread on mail_conversations (folder, newest, unread) where unread > 0',
  'create index conversations_flagged on mail_conversations (folder, newest, flagged) where flagged > 0',
  'create index conversations_attachment on mail_conversations (folder, newest, attachment) where attachment > 0',
]

const ofRow = (row: 'new' | 'old') => `folder = ${row}.folder and thread = coalesce(${row}.thread_id, ${row}.id)`

const join = `
  insert into mail_conversations (folder, thread, newest, held, unread, flagged, attachment)
  values (new.folder, coalesce(new.thread_id, new.id), new.seq, 1, 1 - new.seen, new.flagged, new.has_attachment)
  on conflict do update set newest = max(newest, excluded.newest), held = held + 1, unread = unread + excluded.unread,
    flagged = flagged + excluded.flagged, attachment = attachment + excluded.attachment`

const leave = `
  update mail_conversations set held = held - 1, unread = unread - (1 - old.seen), flagged = flagged - old.flagged,
    attachment = attachment - old.has_attachment where ${ofRow('old')};
  delete from mail_conversations where ${ofRow('old')} and held = 0;
  update mail_conversations set newest =
    (select max(m.seq) from mails as m where m.folder = old.folder and m.thread_id = old.thread_id)
    where ${ofRow('old')} and newest = old.seq`

const triggers = [
  `create trigger mails_conversation_joined after insert on mails begin ${join}; end`,
  `create trigger mails_conversation_left after delete on mails begin ${leave}; end`,
  `create trigger mails_conversation_moved after update of folder on mails when old.folder <> new.folder
    begin ${leave}; ${join}; end`,
  `create trigger mails_conversation_seen after update of seen on mails when old.seen <> new.seen begin
    update mail_conversations set unread = unread + old.seen - new.seen where ${ofRow('new')}; end`,
  `create trigger mails_conversation_flagged after update of flagged on mails when old.flagged <> new.flagged begin
    update mail_conversations set flagged = flagged + new.flagged - old.flagged where ${ofRow('new')}; end`,
]

export const migration: Migration = {
  on: 'sqlite',
  up: async (db) => {
    for (const statement of [...tables, filling, ...indexes, ...triggers]) await sql.raw(statement).execute(db)
  },
}
