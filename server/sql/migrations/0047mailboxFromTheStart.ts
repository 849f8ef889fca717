/** Makes an account's mailbox with it: a first list is a read, also on a full disk (TRUST R12). */
import { sql } from 'kysely'
import type { Migration } from './migration'

const folders = ['inbox', 'sent', 'draft', 'deleted', 'junk']

export const migration: Migration = {
  // Beside PostgreSQL mail lies on a mail server, which makes mailboxes itself.
  on: 'sqlite',
  up: async (db) => {
    const names = folders.map((id) => `('${id}')`).join(', ')
    await sql
      .raw(`create trigger mailbox_folders after insert on mailboxes begin
        insert into mail_folders (mailbox, id, name) select new.mailbox, column1, column1 from (values ${names}); end`)
      .execute(db)
    await sql
      .raw(`create trigger account_mailbox after insert on accounts begin
        insert into mailboxes (account_id) values (new.id); end`)
      .execute(db)
    await sql`insert into mailboxes (account_id)
      select id from accounts where id not in (select account_id from mailboxes)`.execute(db)
  },
}
