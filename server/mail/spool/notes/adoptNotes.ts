/** Mails that an older copy of the database has get the flags and folders that were noted of them since (docs/decisions/0027). */
import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from '#server/sql/openDatabase'
import { flagNames } from './noteFormat'

/** Of the notes that a rebuild has gathered in `rebuild_order`, `batch` at a time. */
export async function adoptNotes(db: Database, batch: number, now: number): Promise<void> {
  const { rows } = await sql<{ last: number | null }>`select max(rowid) as last from rebuild_order`.execute(db)
  const last = rows[0]?.last ?? 0
  for (let done = 0; done < last; done += batch) {
    const noted = sql`
      select json_extract(o.note, '$.id') as id, o.note, b.mailbox, f.folder, f.id as folder_id
      from rebuild_order as o join mailboxes as b on b.account_id = o.account
      left join mail_folders as f on f.mailbox = b.mailbox and f.id = json_extract(o.note, '$.folder')
      where o.rowid > ${done} and o.rowid <= ${done + batch} and o.note is not null`
    await db.transaction().execute(async (transaction) => {
      // One column at a time, for which the triggers of the counters are made.
      await sql`
        update mails set folder = n.folder,
          left_folder = case when n.folder_id = 'deleted' then (
            select f.id from mail_folders as f where f.folder = mails.folder) end,
          deleted_at = case when n.folder_id = 'deleted' then ${now} end
        from (${noted}) as n
        where mails.id = n.id and mails.mailbox = n.mailbox and mails.folder <> n.folder`.execute(transaction)
      for (const name of flagNames)
        await sql`
          update mails set ${sql.ref(name)} = n.has
          from (select *, exists (select 1 from json_each(note, '$.flags') where value = ${name}) as has from (${noted})) as n
          where mails.id = n.id and mails.mailbox = n.mailbox and mails.${sql.ref(name)} <> n.has`.execute(transaction)
    })
    await setImmediate()
  }
}
