/** An account's mailbox and its folders, made with the account (migrations/0047mailboxFromTheStart.ts). */
import { randomBytes } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { systemFolders } from '#contract/shapes'
import type { Account, AccountId } from '../../core/account'
import type { Folder, FolderId } from '../../core/mail'
import { Refusal } from '../../core/refusal'
import type { Connection } from '../../sql/connection'
import type { Database } from '../../sql/openDatabase'
import { pieceByPiece, pieceOfMails } from './pieces'

export type MailboxNumber = number
export type FolderNumber = number

export async function mailboxOf(db: Database, accountId: AccountId): Promise<MailboxNumber> {
  return (await findMailbox(db, accountId)) ?? (await makeMailbox(db, accountId))
}

export async function findMailbox(db: Connection, accountId: AccountId): Promise<MailboxNumber | null> {
  const row = await db.selectFrom('mailboxes').select('mailbox').where('account_id', '=', accountId).executeTakeFirst()
  return row?.mailbox ?? null
}

/** For whom the database has no account: an account's own mailbox is made with it. */
async function makeMailbox(db: Database, accountId: AccountId): Promise<MailboxNumber> {
  await db
    .insertInto('mailboxes')
    .values({ account_id: accountId })
    .onConflict((conflict) => conflict.column('account_id').doNothing())
    .execute()
  const { mailbox } = await db
    .selectFrom('mailboxes')
    .select('mailbox')
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  return mailbox
}

/** Null for a folder that is absent or another account's, and for a view. */
export async function folderNumber(db: Connection, mailbox: MailboxNumber, id: FolderId): Promise<FolderNumber | null> {
  const row = await db
    .selectFrom('mail_folders')
    .select('folder')
    .where('mailbox', '=', mailbox)
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.folder ?? null
}

/** The system's first, in the order of their roles. */
export async function allFolders(db: Database, mailbox: MailboxNumber): Promise<readonly Folder[]> {
  const folders = await db
    .selectFrom('mail_folders as f')
    .leftJoin('mail_folders as p', 'p.folder', 'f.parent')
    .select(['f.id', 'f.name', 'p.id as parent', 'f.total', 'f.unread', 'f.size'])
    .where('f.mailbox', '=', mailbox)
    .orderBy('f.folder')
    .execute()
  const roles: readonly string[] = systemFolders
  const rank = ({ id }: Folder) => (roles.includes(id) ? roles.indexOf(id) : roles.length)
  return folders.toSorted((one, other) => rank(one) - rank(other))
}

/** Two names of one place are equal when they look equal, whatever their case. A control separates what no name holds. */
export function nameKey(name: string, parent: FolderNumber | null): string {
  const seen = name.normalize('NFKC').toLowerCase()
  return parent === null ? seen : `${parent}\u001f${seen}`
}

/** Whether a name is what a system folder is called: at the top, nobody's own folder bears it in any case. */
export function isSystemName(name: string, parent: FolderNumber | null): boolean {
  return parent === null && (systemFolders as readonly string[]).includes(nameKey(name, null))
}

/** Null when the name is taken there. Throws `Refusal('notFound')` for a parent that is no folder of the person's own. */
export async function makeFolder(
  db: Connection,
  mailbox: MailboxNumber,
  name: string,
  parentId: FolderId | null,
): Promise<Folder | null> {
  const parent = parentId === null ? null : await ownFolderNumber(db, mailbox, parentId)
  if (parentId !== null && parent === null) throw new Refusal('notFound', { field: 'parent' })
  if (isSystemName(name, parent)) return null
  const id = randomBytes(12).toString('base64url')
  const made = await db
    .insertInto('mail_folders')
    .values({ mailbox, id, name, name_key: nameKey(name, parent), parent })
    .onConflict((conflict) => conflict.columns(['mailbox', 'name_key']).doNothing())
    .returning('folder')
    .executeTakeFirst()
  return made ? { id, name, parent: parentId, total: 0, unread: 0, size: 0 } : null
}

async function ownFolderNumber(db: Connection, mailbox: MailboxNumber, id: FolderId): Promise<FolderNumber | null> {
  const row = await db
    .selectFrom('mail_folders')
    .select('folder')
    .where('mailbox', '=', mailbox)
    .where('id', '=', id)
    .where('name_key', 'is not', null)
    .executeTakeFirst()
  return row?.folder ?? null
}

/** Bytes of the mail and of the person's files, and how many messages. */
export async function usage(db: Connection, mailbox: MailboxNumber): Promise<{ used: number; count: number }> {
  const row = await db
    .selectFrom('mailboxes')
    .leftJoin('file_books', 'file_books.account_id', 'mailboxes.account_id')
    .select(['used', 'count', 'bytes'])
    .where('mailbox', '=', mailbox)
    .executeTakeFirst()
  return { used: (row?.used ?? 0) + (row?.bytes ?? 0), count: row?.count ?? 0 }
}

/**
 * Takes a mailbox away with everything in it; answers the files that it held. Its mails go in pieces, since a gateway beside the command waits
 * for the lock; an end halfway leaves a smaller mailbox, and files that the sweep takes.
 */
export async function dropMailbox(db: Database, account: Account['id']): Promise<readonly string[]> {
  const mailbox = await findMailbox(db, account)
  if (mailbox === null) return []
  const files = new Set<string>()
  for (const table of [sql.table('removed_mails'), sql.table('mails')])
    await pieceByPiece(() => dropSome(db, mailbox, table, pieceOfMails, files))
  await db.transaction().execute(async (transaction) => {
    // What arrived meanwhile goes with it.
    for (const table of [sql.table('removed_mails'), sql.table('mails')])
      await dropSome(transaction, mailbox, table, -1, files)
    await transaction.deleteFrom('mail_folders').where('mailbox', '=', mailbox).execute()
    await transaction.deleteFrom('mailboxes').where('mailbox', '=', mailbox).execute()
  })
  return [...files]
}

async function dropSome(
  db: Connection,
  mailbox: MailboxNumber,
  table: RawBuilder<unknown>,
  limit: number,
  files: Set<string>,
): Promise<number> {
  const { rows } = await sql<{ spool: string }>`
    delete from ${table} where seq in (select seq from ${table} where mailbox = ${mailbox} limit ${limit})
    returning spool`.execute(db)
  for (const { spool } of rows) files.add(spool)
  return rows.length
}
