/** Messages that could not be read, because the reader timed out or broke: read again at the next opening and at the next start. */
import { sql } from 'kysely'
import type { AccountId } from '#server/core/account'
import { readerVersion } from '#server/mime/readerVersion'
import { markOf } from '#server/mime/text/searchTokens'
import type { Connection } from '#server/sql/connection'
import type { MailboxNumber } from '../mailboxes'
import type { MailContext } from '../mailContext'
import { columnsOf, insertWords } from './mailColumns'

/** Times that one version of the reader tries a message: as it arrives, and twice more. */
const triesMost = 3

type Unread = {
  readonly seq: number
  readonly mailbox: MailboxNumber
  readonly spool: string
  readonly account: AccountId
}

/** Counts a try that failed. */
export async function noteUnread(db: Connection, seq: number): Promise<void> {
  await sql`insert into unread_messages (seq, tries, reader) values (${seq}, 1, ${readerVersion})
    on conflict (seq) do update set tries = case when reader = excluded.reader then tries + 1 else 1 end,
      reader = excluded.reader`.execute(db)
}

const open = sql`(u.reader <> ${readerVersion} or u.tries < ${triesMost})`
const columns = sql<Unread>`u.seq, m.mailbox, m.spool, b.account_id as account`
const joined = sql`unread_messages as u join mails as m on m.seq = u.seq join mailboxes as b on b.mailbox = m.mailbox`

/** Reads one message again if it may be; whether its row, text and index are right now. */
export async function readAgain(context: MailContext, seq: number): Promise<boolean> {
  const { rows } = await sql<Unread>`select ${columns} from ${joined} where u.seq = ${seq} and ${open}`.execute(
    context.db,
  )
  return rows[0] !== undefined && readOne(context, rows[0])
}

/** Reads all again that may be, one after the other; `goOn` is asked before each. */
export async function readAllAgain(context: MailContext, goOn: () => boolean): Promise<void> {
  let before = Number.MAX_SAFE_INTEGER
  while (goOn()) {
    const { rows } = await sql<Unread>`
      select ${columns} from ${joined} where u.seq < ${before} and ${open} order by u.seq desc limit 1`.execute(
      context.db,
    )
    const [next] = rows
    if (next === undefined) return
    before = next.seq
    await readOne(context, next)
  }
}

async function readOne(
  { db, mime, spool }: MailContext,
  { seq, mailbox, spool: file, account }: Unread,
): Promise<boolean> {
  const known = await db.selectFrom('mail_parsed').select('parsed').where('seq', '=', seq).executeTakeFirst()
  const query = { mark: markOf(mailbox), packed: known?.parsed ?? null }
  const { row, packed, words, files, readable } = await mime.record({ path: spool.path(file) }, query, account)
  if (!readable) {
    await noteUnread(db, seq)
    return false
  }
  return db.transaction().execute(async (transaction) => {
    // Its conversation stays: what names that stands in the header, which had been read.
    const { numUpdatedRows } = await transaction
      .updateTable('mails')
      .set(columnsOf(row))
      .where('seq', '=', seq)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return false
    await transaction.deleteFrom('mail_parsed').where('seq', '=', seq).execute()
    await transaction.insertInto('mail_parsed').values({ seq, parsed: packed }).execute()
    await transaction.deleteFrom('mail_text').where('rowid', '=', seq).execute()
    await sql`delete from attachments where seq = ${seq}`.execute(transaction)
    await insertWords(transaction, seq, { words, files })
    await transaction.deleteFrom('unread_messages').where('seq', '=', seq).execute()
    return true
  })
}
