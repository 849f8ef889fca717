/** Puts removed mails back as they were: under their ids, in their places, with their flags and dates, all in one transaction. */
import { sql } from 'kysely'
import type { FolderId, MailId } from '#server/core/mail'
import { StoreAway } from '#server/core/refusal'
import { markOf } from '#server/mime/text/searchTokens'
import { asJson, type Connection } from '#server/sql/connection'
import type { MailRecord } from '../../mimeReader.port'
import { checkQuota, type Owner } from '../arrival/mailArrival'
import { insertWords } from '../arrival/mailColumns'
import { noteUnread } from '../arrival/unreadMessages'
import { type FolderNumber, folderNumber, type MailboxNumber, makeFolder, nameKey } from '../mailboxes'
import type { MailContext } from '../mailContext'
import { sharedColumns } from './removal'

type Wanted = {
  readonly seq: number
  readonly id: MailId
  readonly spool: string
  readonly size: number
  readonly left_folder: FolderId | null
  readonly parsed: Uint8Array | null
}
type Restored = { readonly id: MailId; readonly folder: FolderId }
type Place = { readonly number: FolderNumber; readonly id: FolderId }
type Wish = { readonly since: number; readonly elsewhere: string }

export async function restoreMails(
  context: MailContext,
  owner: Owner,
  ids: readonly MailId[],
  { since, elsewhere }: Wish,
): Promise<readonly Restored[]> {
  const { db, mime, spool } = context
  const wanted = await removedSince(db, owner.mailbox, ids, since)
  const mark = markOf(owner.mailbox)
  const read = new Map<number, MailRecord>()
  for (const { seq, parsed: packed, spool: file } of wanted) {
    read.set(seq, await mime.record({ path: spool.path(file) }, { mark, packed }, owner.account))
  }
  return db.transaction().execute(async (transaction) => {
    // Looked at anew: another window may have been quicker.
    const still = await removedSince(transaction, owner.mailbox, ids, since)
    await checkQuota(
      transaction,
      owner,
      still.reduce((sum, { size }) => sum + size, 0),
    )
    for (const mail of still) {
      const known = read.get(mail.seq)
      if (known === undefined) continue
      const place = await placeOf(transaction, owner.mailbox, mail.left_folder, elsewhere)
      await sql`
        insert into mails (${sharedColumns}, folder, idempotency_key)
        select ${sharedColumns}, ${place.number}, case when exists (
          select 1 from mails as m where m.mailbox = r.mailbox and m.idempotency_key = r.idempotency_key
        ) then null else idempotency_key end
        from removed_mails as r where seq = ${mail.seq}`.execute(transaction)
      await transaction.insertInto('mail_parsed').values({ seq: mail.seq, parsed: known.packed }).execute()
      await insertWords(transaction, mail.seq, known)
      if (!known.readable) await noteUnread(transaction, mail.seq)
      await transaction.deleteFrom('removed_mails').where('seq', '=', mail.seq).execute()
    }
    const { rows } = await sql<Restored>`
      select m.id, f.id as folder from json_each(${asJson(ids)}) as wanted cross join mails as m on m.id = wanted.value
      join mail_folders as f on f.folder = m.folder
      where m.mailbox = ${owner.mailbox} order by wanted.key`.execute(transaction)
    return rows
  })
}

async function removedSince(db: Connection, mailbox: MailboxNumber, ids: readonly MailId[], since: number) {
  const { rows } = await sql<Wanted>`
    select seq, id, spool, size, left_folder, parsed from removed_mails
    where +mailbox = ${mailbox} and removed_at > ${since}
      and id in (select value from json_each(${asJson(ids)}))
    order by seq`.execute(db)
  return rows
}

async function placeOf(
  db: Connection,
  mailbox: MailboxNumber,
  former: FolderId | null,
  elsewhere: string,
): Promise<Place> {
  const number = former === null ? null : await folderNumber(db, mailbox, former)
  if (former !== null && number !== null) return { number, id: former }
  const found = await db
    .selectFrom('mail_folders')
    .select(['folder', 'id'])
    .where('mailbox', '=', mailbox)
    .where('name_key', '=', nameKey(elsewhere, null))
    .executeTakeFirst()
  if (found) return { number: found.folder, id: found.id }
  const made = await makeFolder(db, mailbox, elsewhere, null)
  const madeNumber = made && (await folderNumber(db, mailbox, made.id))
  if (made === null || madeNumber === null) throw new StoreAway('folder for recovered mail')
  return { number: madeNumber, id: made.id }
}
