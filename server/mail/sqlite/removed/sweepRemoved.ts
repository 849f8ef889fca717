/** What has lain in Deleted for long is removed, and what was removed for long is forgotten; in pieces, since everybody waits while SQLite writes. */
import { sql } from 'kysely'
import type { MailContext } from '../mailContext'
import { pieceByPiece, pieceOfMails } from '../pieces'
import { takeOut } from './removal'

type Ends = { readonly deletedBefore: number; readonly removedBefore: number }

export async function sweepRemoved(context: MailContext, now: number, ends: Ends): Promise<void> {
  await pieceByPiece(() => noteWhatLies(context, now))
  await pieceByPiece(() => removeOld(context, now, ends.deletedBefore))
  await pieceByPiece(() => forgetOld(context, ends.removedBefore))
}

/** What came into Deleted by other ways than a move lies there from now on, as far as anybody knows. */
async function noteWhatLies({ db }: MailContext, now: number): Promise<number> {
  const { numAffectedRows } = await sql`
    update mails set deleted_at = ${now} where seq in (
      select m.seq from mail_folders as f join mails as m on m.folder = f.folder
      where f.id = 'deleted' and m.deleted_at is null limit ${pieceOfMails}
    )`.execute(db)
  return Number(numAffectedRows ?? 0)
}

async function removeOld({ db, spool }: MailContext, now: number, before: number): Promise<number> {
  const old = sql`seq in (
    select seq from mails where deleted_at is not null and deleted_at <= ${before} order by seq limit ${pieceOfMails})`
  const gone = await db.transaction().execute((transaction) => takeOut(transaction, old, now))
  await spool.releaseAll(gone.map((mail) => mail.spool))
  return gone.length
}

async function forgetOld({ db, spool }: MailContext, before: number): Promise<number> {
  const { rows } = await sql<{ spool: string }>`
    delete from removed_mails where seq in (
      select seq from removed_mails where removed_at <= ${before} limit ${pieceOfMails}
    ) returning spool`.execute(db)
  await spool.releaseAll(rows.map((row) => row.spool))
  return rows.length
}
