/** Makes the table of messages that could not be read and are to be read again, and fills it with those of earlier versions. */
import { sql } from 'kysely'
import type { Migration } from './migration'

const statements = [
  'create table unread_messages (seq integer primary key, tries integer not null, reader integer not null)',
  // Whether a message was readable stands in its packed form alone: what has neither preview nor files may be one that was not.
  "insert into unread_messages select seq, 0, 0 from mails where preview = '' and has_attachment = 0",
  `create trigger mails_unread_deleted after delete on mails begin
    delete from unread_messages where seq = old.seq; end`,
  // Nothing but reading a message again changes this, so no earlier step counts it.
  `create trigger mails_attachment_found after update of has_attachment on mails when old.has_attachment <> new.has_attachment begin
    update mail_buckets set attachment = attachment + new.has_attachment - old.has_attachment
      where bucket = new.seq >> 9 and (scope = new.folder or (new.flagged = 1 and scope = -new.mailbox));
    update mail_conversations set attachment = attachment + new.has_attachment - old.has_attachment
      where folder = new.folder and thread = coalesce(new.thread_id, new.id); end`,
]

export const migration: Migration = {
  on: 'sqlite',
  up: async (db) => {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
