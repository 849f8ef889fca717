/** What the database knows of messages and accounts, as it is noted beside the files. */
import { sql } from 'kysely'
import type { AccountId } from '#server/core/account'
import { makeAccountStore } from '#server/session/account.sql'
import type { Database } from '#server/sql/openDatabase'
import type { SpoolId } from '../../mail.store'
import { type AccountNote, flagNames, type MailNote, type MessageNote } from './noteFormat'

type Row = Omit<MailNote, 'flags'> & { readonly message: string } & Readonly<Record<(typeof flagNames)[number], number>>

/** One note for each id, also where no mail refers to it any more. */
export async function messageNotes(db: Database, ids: readonly SpoolId[]): Promise<readonly MessageNote[]> {
  const { rows } = await sql<Row>`
    select m.spool as message, m.id, b.account_id as account, f.id as folder, m.received_at as "receivedAt",
      m.idempotency_key as key, m.seq, ${sql.raw(flagNames.map((name) => `m.${name}`).join(', '))}
    from json_each(${JSON.stringify(ids)}) as wanted cross join mails as m on m.spool = wanted.value
    join mailboxes as b on b.mailbox = m.mailbox join mail_folders as f on f.folder = m.folder
    order by m.seq`.execute(db)
  const mails = new Map<string, MailNote[]>(ids.map((id) => [id, []]))
  for (const { message, id, account, folder, receivedAt, key, seq, ...row } of rows)
    mails.get(message)?.push({
      ...{ id, account, folder, receivedAt, key, seq },
      flags: flagNames.filter((name) => row[name] === 1),
    })
  return [...mails].map(([message, own]) => ({ message, mails: own }))
}

/** Null for an account that is no more. */
export async function accountNote(db: Database, id: AccountId): Promise<AccountNote | null> {
  const account = await makeAccountStore(db).byId(id)
  const row = await db.selectFrom('accounts').select(['locked', 'closes_at']).where('id', '=', id).executeTakeFirst()
  if (account === null || row === undefined) return null
  const folders = await db
    .selectFrom('mail_folders as f')
    .innerJoin('mailboxes as b', 'b.mailbox', 'f.mailbox')
    .leftJoin('mail_folders as p', 'p.folder', 'f.parent')
    .select(['f.id', 'f.name', 'p.id as parent'])
    .where('b.account_id', '=', id)
    .where('f.name_key', 'is not', null)
    .execute()
  // As the row has them: what the account is shown with mixes the two.
  const shut = { locked: row.locked === 1, closesAt: row.closes_at }
  return { ...account, ...shut, folders: parentsFirst(folders, null) }
}

type NotedFolder = AccountNote['folders'][number]

function parentsFirst(folders: readonly NotedFolder[], parent: string | null): NotedFolder[] {
  const here = folders.filter((folder) => folder.parent === parent)
  return here.flatMap((folder) => [folder, ...parentsFirst(folders, folder.id)])
}
