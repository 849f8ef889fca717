/** Gives every mailbox a folder for what is put away, and makes it with each new one. */
import { sql } from 'kysely'
import type { Migration } from './migration'

const folders = ['inbox', 'sent', 'draft', 'archive', 'deleted', 'junk']

export const migration: Migration = {
  // Beside PostgreSQL mail lies on a mail server, where the folder is found or made.
  on: 'sqlite',
  up: async (db) => {
    const names = folders.map((id) => `('${id}')`).join(', ')
    await sql`drop trigger mailbox_folders`.execute(db)
    await sql
      .raw(`create trigger mailbox_folders after insert on mailboxes begin
        insert into mail_folders (mailbox, id, name) select new.mailbox, column1, column1 from (values ${names}); end`)
      .execute(db)
    await sql`insert into mail_folders (mailbox, id, name) select mailbox, 'archive', 'archive' from mailboxes`.execute(
      db,
    )
  },
}
