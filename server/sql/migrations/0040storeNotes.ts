/** Gives the database an identity, and notes by trigger which messages and accounts are to be noted beside the files. */
import { sql } from 'kysely'
import type { Migration } from './migration'

function due(kind: 'account' | 'message', id: string): string {
  return `insert into due_notes (kind, id, changes) values ('${kind}', ${id}, 1)
    on conflict do update set changes = changes + 1`
}

const ownerOf = (row: 'new' | 'old') => `(select account_id from mailboxes where mailbox = ${row}.mailbox)`
const flags = 'seen, flagged, answered, forwarded, receipt, tells_recall'

function trigger(name: string, event: string, table: string, body: string): string {
  return `create trigger ${name} after ${event} on ${table} begin ${body}; end`
}

const statements = [
  'create table store_identity (id text not null)',
  'insert into store_identity (id) values (lower(hex(randomblob(16))))',
  `create table due_notes (kind text not null, id text not null, changes integer not null, primary key (kind, id)) without rowid`,
  "insert into due_notes (kind, id, changes) select 'message', spool, 1 from mails group by spool",
  "insert into due_notes (kind, id, changes) select 'account', id, 1 from accounts",
  trigger('notes_mail_inserted', 'insert', 'mails', due('message', 'new.spool')),
  trigger('notes_mail_changed', `update of folder, ${flags}`, 'mails', due('message', 'new.spool')),
  trigger('notes_mail_deleted', 'delete', 'mails', due('message', 'old.spool')),
  trigger('notes_account_inserted', 'insert', 'accounts', due('account', 'new.id')),
  trigger(
    'notes_account_changed',
    'update of address, display_name, tier, organization, locked, due_at',
    'accounts',
    due('account', 'new.id'),
  ),
  trigger('notes_account_deleted', 'delete', 'accounts', due('account', 'old.id')),
  trigger('notes_folder_inserted', 'insert', 'mail_folders', due('account', ownerOf('new'))),
  trigger('notes_folder_changed', 'update of name, parent', 'mail_folders', due('account', ownerOf('new'))),
  trigger('notes_folder_deleted', 'delete', 'mail_folders', due('account', ownerOf('old'))),
]

export const migration: Migration = {
  on: 'sqlite',
  up: async (db) => {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
