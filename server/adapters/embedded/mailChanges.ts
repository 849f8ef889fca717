/** Marks, moves and removals: each of up to 10,000 mails in one transaction, whatever the mails are found to be. */
import { type RawBuilder, sql } from 'kysely'
import type { Mark } from '../../../src/contract/endpoints/mail'
import type { FolderId, MailId } from '../../core/mail'
import type { Moved } from '../../ports/mailStores'
import type { Database } from '../../sql/openDatabase'
import { folderNumber, type MailboxNumber } from './mailboxes'
import { asJson } from './mailContext'

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
  const chosen = 'folder' in which ? await inFolder(db, mailbox, which.folder) : named(mailbox, which)
  if (chosen === null) return 0
  const { set, unlike } = assignments[mark]
  const result = await sql`
    update mails set ${sql.raw(set)} where ${sql.raw(unlike)} and ${chosen}`.execute(db)
  return Number(result.numAffectedRows ?? 0)
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

export async function noteReplied(
  db: Database,
  mailbox: MailboxNumber,
  id: MailId,
  kind: 'answered' | 'forwarded',
): Promise<void> {
  await sql`update mails set ${sql.ref(kind)} = 1 where id = ${id} and mailbox = ${mailbox}`.execute(db)
}

/** Null when the target is no folder of this mailbox. */
export async function moveMails(
  db: Database,
  mailbox: MailboxNumber,
  ids: readonly MailId[],
  target: FolderId,
): Promise<readonly Moved[] | null> {
  return db.transaction().execute(async (transaction) => {
    const folder = await folderNumber(transaction, mailbox, target)
    if (folder === null) return null
    const { rows } = await sql<{ id: MailId; from: FolderId }>`
      select m.id, f.id as "from" from mails as m join mail_folders as f on f.folder = m.folder
      where +m.mailbox = ${mailbox} and m.id in (select value from json_each(${asJson(ids)}))`.execute(transaction)
    await sql`update mails set folder = ${folder} where folder <> ${folder} and ${named(mailbox, ids)}`.execute(
      transaction,
    )
    return rows.map((row) => ({ id: row.id, newId: row.id, from: row.from }))
  })
}

/** Answers what went, and the files that those mails referred to. */
export async function removeMails(
  db: Database,
  mailbox: MailboxNumber,
  ids: readonly MailId[],
): Promise<readonly { readonly id: MailId; readonly spool: string }[]> {
  const { rows } = await sql<{ id: MailId; spool: string }>`
    delete from mails where ${named(mailbox, ids)} returning id, spool`.execute(db)
  return rows
}
