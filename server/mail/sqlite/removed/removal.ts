/** Mails leave a mailbox: what may be taken back later goes aside in the same transaction, with all that is known of it. */
import { type RawBuilder, sql } from 'kysely'
import type { FolderId, MailId } from '#server/core/mail'
import type { MovedBy } from '#server/mail/mail.store'
import type { Connection } from '#server/sql/connection'

export type Gone = { readonly id: MailId; readonly spool: string }

/** The columns that a removed mail has in common with one that is there. */
export const sharedColumns = sql.raw(`seq, id, mailbox, spool, received_at, sent_at, size, seen, flagged, answered,
  forwarded, receipt, tells_recall, has_attachment, urgent, from_name, from_address, recipients, subject, preview, message_id,
  thread_id, sort_from, sort_subject, scan, junk_by`)

/** Within a transaction. Drafts are not kept: each version of one is such a removal. `at` is null where nothing is to be kept. */
export async function takeOut(
  db: Connection,
  chosen: RawBuilder<unknown>,
  at: number | null,
): Promise<readonly Gone[]> {
  if (at !== null)
    await sql`
      insert or replace into removed_mails (${sharedColumns}, idempotency_key, left_folder, is_sent, removed_at, parsed)
      select ${sharedColumns}, idempotency_key, lay, coalesce(lay, '') in ('sent', 'draft'), ${at},
        (select p.parsed from mail_parsed as p where p.seq = gone.seq)
      from (
        select m.*, f.id as folder_id, case when f.id = 'deleted' then m.left_folder else f.id end as lay
        from mails as m join mail_folders as f on f.folder = m.folder
        where m.seq in (select seq from mails where ${chosen})
      ) as gone
      where folder_id <> 'draft'`.execute(db)
  const { rows } = await sql<Gone>`
    delete from mails where seq in (select seq from mails where ${chosen}) returning id, spool`.execute(db)
  return rows
}

/** For an UPDATE of `folder`: Deleted notes from where and since when, Junk by whom. */
export function placeNotes(target: FolderId, now: number, by: MovedBy = 'person'): RawBuilder<unknown> {
  if (target === 'deleted')
    return sql`left_folder = (select f.id from mail_folders as f where f.folder = mails.folder), deleted_at = ${now}`
  // What comes back from Deleted is junk for the reason that it was.
  const reason = by === 'undo' ? sql`case scan when 'junk' then 'scanner' end` : sql`${by}`
  const junkBy = target === 'junk' ? sql`coalesce(junk_by, ${reason})` : sql`null`
  return sql`left_folder = null, deleted_at = null, junk_by = ${junkBy}`
}
