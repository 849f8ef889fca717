/** Rows of files, written with their mail's; those of earlier mails are entered by a task. */
import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { attachmentKind } from '#contract/mail/attachmentKinds'
import type { Attachment } from '#server/core/mail'
import { listedFiles } from '#server/mime/read/listedFiles'
import { nameKeyOf } from '#server/mime/text/searchTokens'
import type { Connection } from '#server/sql/connection'
import type { Database } from '#server/sql/openDatabase'
import type { MailboxNumber } from '../mailboxes'
import { parsedMail } from '../parsedMails'

/** In the transaction that writes the mail's row. */
export async function insertFiles(db: Connection, seq: number, files: readonly Attachment[]): Promise<void> {
  if (files.length === 0) return
  const rows = files.map((file, at) => {
    const { part, name, type, size } = file
    return [at, part, name, nameKeyOf(name), type, attachmentKind(file), Math.max(0, Math.trunc(size))]
  })
  await sql`
    insert or replace into attachments (seq, at, mailbox, folder, received_at, part, name, name_key, type, kind, size)
    select m.seq, value ->> 0, m.mailbox, m.folder, m.received_at,
      value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6
    from json_each(${JSON.stringify(rows)}) cross join mails as m where m.seq = ${seq}`.execute(db)
}

const pieceOfDue = 50

type Due = { readonly mailbox: MailboxNumber; readonly seq: number }

/** Enters the files of some mails that wait, newest first; answers how many mails those were. */
export async function enterDue(db: Database, mailbox: MailboxNumber | null, most: number): Promise<number> {
  const chosen = mailbox === null ? sql`` : sql`where mailbox = ${mailbox}`
  const { rows } = await sql<Due>`
    select mailbox, seq from attachments_due ${chosen} order by mailbox, seq desc limit ${most}`.execute(db)
  for (const due of rows) {
    const parsed = await parsedMail(db, due.seq)
    await db.transaction().execute(async (transaction) => {
      // It may have gone meanwhile; then it is due no more, and has no row to belong to.
      await insertFiles(transaction, due.seq, listedFiles(parsed?.attachments ?? []))
      await sql`delete from attachments_due where mailbox = ${due.mailbox} and seq = ${due.seq}`.execute(transaction)
    })
  }
  return rows.length
}

/** Enters all that wait; `goOn` is asked between pieces. */
export async function enterAllDue(db: Database, goOn: () => boolean): Promise<void> {
  while (goOn() && (await enterDue(db, null, pieceOfDue)) > 0) await setImmediate()
}
