/** Notes beside the message files when an account is closed or taken back. */
import { sql } from 'kysely'
import type { Migration } from './migration'

const due = 'on conflict do update set changes = changes + 1'

export const migration: Migration = {
  on: 'sqlite',
  up: async (db) => {
    await sql.raw('drop trigger notes_account_changed').execute(db)
    await sql
      .raw(`create trigger notes_account_changed
        after update of address, display_name, tier, organization, locked, due_at, closes_at on accounts begin
        insert into due_notes (kind, id, changes) values ('account', new.id, 1) ${due}; end`)
      .execute(db)
    await sql
      .raw(`insert into due_notes (kind, id, changes)
        select 'account', id, 1 from accounts where closes_at is not null ${due}`)
      .execute(db)
  },
}
