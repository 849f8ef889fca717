/** Folders of a person's own renamed, put elsewhere, emptied and taken away. A folder goes only once it is empty. */
import { sql } from 'kysely'
import type { FolderId } from '../../core/mail'
import { Refusal } from '../../core/refusal'
import type { Connection } from '../../sql/connection'
import type { Database } from '../../sql/openDatabase'
import type { RemovedFolder, RenamedFolder } from '../mail.store'
import { type FolderNumber, folderNumber, isSystemName, type MailboxNumber, nameKey } from './mailboxes'
import { pieceByPiece, pieceOfMails } from './pieces'
import { placeNotes, takeOut } from './removed/removal'

type OwnFolder = { readonly folder: FolderNumber; readonly id: FolderId; readonly parent: FolderNumber | null }

/** Null when the name is taken there. */
export async function renameFolder(
  db: Database,
  mailbox: MailboxNumber,
  id: FolderId,
  to: { readonly name: string; readonly parent?: FolderId | null },
): Promise<readonly RenamedFolder[] | null> {
  return db.transaction().execute(async (transaction) => {
    const all = await ownFolders(transaction, mailbox)
    const tree = treeOf(all, id)
    const [self] = tree
    if (!self) throw new Refusal('notFound')
    const parent = to.parent === undefined ? self.parent : parentNumber(all, to.parent)
    if (tree.some(({ folder }) => folder === parent)) throw new Refusal('notAllowed', { field: 'parent' })
    const key = nameKey(to.name, parent)
    const taken = await transaction
      .selectFrom('mail_folders')
      .select('folder')
      .where('mailbox', '=', mailbox)
      .where('name_key', '=', key)
      .where('folder', '<>', self.folder)
      .executeTakeFirst()
    if (taken || isSystemName(to.name, parent)) return null
    await transaction
      .updateTable('mail_folders')
      .set({ name: to.name, name_key: key, parent })
      .where('folder', '=', self.folder)
      .execute()
    return tree.map((one) => ({ id: one.id, newId: one.id }))
  })
}

export async function removeFolder(
  db: Database,
  mailbox: MailboxNumber,
  id: FolderId,
  target: FolderId,
  now: number,
): Promise<RemovedFolder> {
  const going = await goingWith(db, mailbox, id, target)
  let moved = 0
  for (const one of going.tree) moved += await carryInPieces(db, one.folder, { folder: going.target, id: target, now })
  return db.transaction().execute(async (transaction) => {
    // Looked at anew: what was made or what arrived meanwhile goes the same way.
    const { tree, target: to } = await goingWith(transaction, mailbox, id, target)
    for (const { folder } of tree.toReversed()) {
      moved += await carry(transaction, folder, { folder: to, id: target, now }, -1)
      await transaction.deleteFrom('mail_folders').where('folder', '=', folder).execute()
    }
    return { removed: tree.map((one) => one.id), moved }
  })
}

async function goingWith(db: Connection, mailbox: MailboxNumber, id: FolderId, target: FolderId) {
  const tree = treeOf(await ownFolders(db, mailbox), id)
  if (tree.length === 0) throw new Refusal('notFound')
  const to = await folderNumber(db, mailbox, target)
  if (to === null) throw new Refusal('notFound', { field: 'target' })
  if (tree.some(({ folder }) => folder === to)) throw new Refusal('notAllowed', { field: 'target' })
  return { tree, target: to }
}

export async function moveAll(
  db: Database,
  mailbox: MailboxNumber,
  id: FolderId,
  targetId: FolderId,
  now: number,
): Promise<number> {
  const [folder, target] = [await folderNumber(db, mailbox, id), await folderNumber(db, mailbox, targetId)]
  if (folder === null || target === null) throw new Refusal('notFound')
  return folder === target ? 0 : carryInPieces(db, folder, { folder: target, id: targetId, now })
}

/** Deletes for good; `release` gets the files that those mails referred to. */
export async function removeAll(
  db: Database,
  mailbox: MailboxNumber,
  id: FolderId,
  now: number,
  release: (files: readonly string[]) => Promise<unknown>,
): Promise<number> {
  const folder = await folderNumber(db, mailbox, id)
  if (folder === null) throw new Refusal('notFound')
  const last = await newestSeq(db, mailbox)
  return pieceByPiece(async () => {
    const next = sql`seq in (
      select seq from mails where folder = ${folder} and seq <= ${last} order by seq limit ${pieceOfMails})`
    const gone = await db.transaction().execute((transaction) => takeOut(transaction, next, now))
    await release(gone.map(({ spool }) => spool))
    return gone.length
  })
}

/** What arrives while a folder is being emptied is no part of what the person confirmed. */
async function newestSeq(db: Connection, mailbox: MailboxNumber): Promise<number> {
  const { rows } = await sql<{ last: number | null }>`
    select max(seq) as last from mails where mailbox = ${mailbox}`.execute(db)
  return rows[0]?.last ?? 0
}

type Target = { readonly folder: FolderNumber; readonly id: FolderId; readonly now: number }

function carryInPieces(db: Connection, folder: FolderNumber, target: Target): Promise<number> {
  return pieceByPiece(() => carry(db, folder, target, pieceOfMails))
}

/** Answers how many were moved; a limit of -1 is none. */
async function carry(db: Connection, folder: FolderNumber, target: Target, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    update mails set folder = ${target.folder}, ${placeNotes(target.id, target.now)} where seq in (
      select seq from mails where folder = ${folder} order by seq limit ${limit}
    )`.execute(db)
  return Number(numAffectedRows ?? 0)
}

function ownFolders(db: Connection, mailbox: MailboxNumber): Promise<OwnFolder[]> {
  return db
    .selectFrom('mail_folders')
    .select(['folder', 'id', 'parent'])
    .where('mailbox', '=', mailbox)
    .where('name_key', 'is not', null)
    .execute()
}

function parentNumber(all: readonly OwnFolder[], id: FolderId | null): FolderNumber | null {
  if (id === null) return null
  const found = all.find((one) => one.id === id)
  if (!found) throw new Refusal('notFound', { field: 'parent' })
  return found.folder
}

/** The folder and all beneath it, each after the one that it stands in; empty where there is no such folder. */
function treeOf(all: readonly OwnFolder[], id: FolderId): readonly OwnFolder[] {
  const tree = all.filter((one) => one.id === id)
  for (const above of tree) tree.push(...all.filter(({ parent }) => parent === above.folder))
  return tree
}
