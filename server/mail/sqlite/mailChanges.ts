/**
 * Marks, moves and removals of up to 10,000 mails or of a whole folder, in pieces of which each is a transaction. An end halfway leaves every
 * mail as it was or as it is to be; the same wish again does the rest.
 */
import { setImmediate } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import type { Mark } from '#contract/endpoints/mail/mail'
import type { FolderId, MailId } from '../../core/mail'
import { asJson } from '../../sql/connection'
import type { Database } from '../../sql/openDatabase'
import type { Moved, MovedBy, ReplyNote } from '../mail.store'
import { folderNumber, type MailboxNumber } from './mailboxes'
import { inPieces, pieceOfMails } from './pieces'
import { type Gone, placeNotes, takeOut } from './removed/removal'

const assignments: Readonly<Record<Mark, { readonly set: string; readonly unlike: string }>> = {
  seen: { set: 'seen = 1', unlike: 'seen = 0' },
  unseen: { set: 'seen = 0', unlike: 'seen = 1' },
  flagged: { set: 'flagged = 1', unlike: 'flagged = 0' },
  unflagged: { set: 'flagged = 0', unlike: 'flagged = 1' },
}

/** Answers how many were otherwise before. */
export async function markMails(
  db: Database,
  mailbox: MailboxNumber,
  which: readonly MailId[] | { readonly folder: FolderId },
  mark: Mark,
): Promise<number> {
  if ('folder' in which) return markFolder(db, await inFolder(db, mailbox, which.folder), mark)
  const { set, unlike } = assignments[mark]
  let changed = 0
  for await (const piece of inPieces(which)) {
    const result = await sql`
      update mails set ${sql.raw(set)} where ${sql.raw(unlike)} and ${named(mailbox, piece)}`.execute(db)
    changed += Number(result.numAffectedRows ?? 0)
  }
  return changed
}

/** What arrives meanwhile stays as it is. */
async function markFolder(db: Database, chosen: RawBuilder<unknown> | null, mark: Mark): Promise<number> {
  if (chosen === null) return 0
  const { set, unlike } = assignments[mark]
  const wanted = sql`${sql.raw(unlike)} and ${chosen}`
  const { rows } = await sql<{ last: number | null }>`select max(seq) as last from mails where ${wanted}`.execute(db)
  const last = rows[0]?.last ?? null
  if (last === null) return 0
  let changed = 0
  for (let done = 0; done < last; ) {
    const piece = await sql<{ until: number | null }>`
      select max(seq) as until from (
        select seq from mails where ${wanted} and seq > ${done} and seq <= ${last} order by seq limit ${pieceOfMails}
      )`.execute(db)
    const until = piece.rows[0]?.until ?? null
    if (until === null) break
    const result = await sql`
      update mails set ${sql.raw(set)} where ${wanted} and seq > ${done} and seq <= ${until}`.execute(db)
    changed += Number(result.numAffectedRows ?? 0)
    done = until
    await setImmediate()
  }
  return changed
}

/** The plus keeps SQLite from walking the whole mailbox, for which there are indexes, instead of looking up each id. */
function named(mailbox: MailboxNumber, ids: readonly MailId[]): RawBuilder<unknown> {
  return sql`+mailbox = ${mailbox} and id in (select value from json_each(${asJson(ids)}))`
}

async function inFolder(db: Database, mailbox: MailboxNumber, id: FolderId): Promise<RawBuilder<unknown> | null> {
  if (id === 'flag') return sql`mailbox = ${mailbox} and flagged = 1`
  const folder = await folderNumber(db, mailbox, id)
  return folder === null ? null : sql`folder = ${folder}`
}

export async function noteReplied(db: Database, mailbox: MailboxNumber, id: MailId, kind: ReplyNote): Promise<void> {
  await sql`update mails set ${sql.ref(kind)} = 1 where id = ${id} and mailbox = ${mailbox}`.execute(db)
}

type MoveNote = { readonly now: number; readonly by: MovedBy; readonly from: FolderId | undefined }

/** Null when the target is no folder of this mailbox; where it goes away meanwhile, what was moved by then is answered. */
export async function moveMails(
  db: Database,
  mailbox: MailboxNumber,
  ids: readonly MailId[],
  target: FolderId,
  note: MoveNote,
): Promise<readonly Moved[] | null> {
  const moved: Moved[] = []
  if ((await folderNumber(db, mailbox, target)) === null) return null
  for await (const piece of inPieces(ids)) {
    const rows = await movePiece(db, mailbox, piece, target, note)
    if (rows === null) return moved.length === 0 ? null : moved
    moved.push(...rows)
  }
  return moved
}

function movePiece(
  db: Database,
  mailbox: MailboxNumber,
  ids: readonly MailId[],
  target: FolderId,
  { now, by, from }: MoveNote,
): Promise<readonly Moved[] | null> {
  return db.transaction().execute(async (transaction) => {
    const folder = await folderNumber(transaction, mailbox, target)
    if (folder === null) return null
    const chosen = named(mailbox, ids)
    if (from !== undefined) {
      const source = await folderNumber(transaction, mailbox, from)
      const { rows } = await sql<{ id: MailId }>`
        update mails set folder = ${folder}, ${placeNotes(target, now, by)}
        where folder <> ${folder} and +folder = ${source} and ${chosen} returning id`.execute(transaction)
      return rows.map(({ id }) => ({ id, newId: id, from }))
    }
    const { rows } = await sql<{ id: MailId; from: FolderId }>`
      select m.id, f.id as "from" from mails as m join mail_folders as f on f.folder = m.folder
      where +m.mailbox = ${mailbox} and m.id in (select value from json_each(${asJson(ids)}))`.execute(transaction)
    await sql`
      update mails set folder = ${folder}, ${placeNotes(target, now, by)}
      where folder <> ${folder} and ${chosen}`.execute(transaction)
    return rows.map((row) => ({ id: row.id, newId: row.id, from: row.from }))
  })
}

/** Answers what went; `release` gets the files that each piece referred to. */
export async function removeMails(
  db: Database,
  mailbox: MailboxNumber,
  ids: readonly MailId[],
  now: number,
  release: (files: readonly string[]) => Promise<unknown>,
): Promise<readonly MailId[]> {
  const removed: MailId[] = []
  for await (const piece of inPieces(ids)) {
    const gone: readonly Gone[] = await db
      .transaction()
      .execute((transaction) => takeOut(transaction, named(mailbox, piece), now))
    await release(gone.map(({ spool }) => spool))
    removed.push(...gone.map(({ id }) => id))
  }
  return removed
}
