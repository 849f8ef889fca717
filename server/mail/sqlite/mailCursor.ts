/** Where an inbox stands, and what has arrived since: a number of arrival, given out as text. */
import { sql } from 'kysely'
import type { StoredSummary } from '../../core/mail'
import type { Database } from '../../sql/openDatabase'
import { folderNumber, type MailboxNumber } from './mailboxes'
import { summariesBySeq } from './mailRows'

export type Arrivals = {
  readonly count: number
  readonly newest: readonly StoredSummary[]
  readonly cursor: string
}

export async function inboxCursor(db: Database, mailbox: MailboxNumber): Promise<string> {
  const { rows } = await sql<{ seq: number | null }>`select seq from sqlite_sequence where name = 'mails'`.execute(db)
  return `${mailbox}.${rows[0]?.seq ?? 0}`
}

/** A cursor that is not of this mailbox counts as one of this moment. */
export async function arrivalsSince(
  db: Database,
  mailbox: MailboxNumber,
  since: string,
  most: number,
): Promise<Arrivals> {
  const cursor = await inboxCursor(db, mailbox)
  const [owner, seq] = since.split('.')
  const folder = await folderNumber(db, mailbox, 'inbox')
  if (folder === null || owner !== String(mailbox) || seq === undefined || !/^\d{1,15}$/.test(seq)) {
    return { count: 0, newest: [], cursor }
  }
  const after = Number(seq)
  // Bounded above by the cursor that is answered: what arrives meanwhile is for the next poll, not for both.
  const until = Number(cursor.split('.')[1])
  const found = sql`from mails where folder = ${folder} and seq > ${after} and seq <= ${until}`
  const counted = await sql<{ count: number }>`select count(*) as count ${found}`.execute(db)
  const { rows } = await sql<{ seq: number }>`select seq ${found} order by seq desc limit ${most}`.execute(db)
  const newest = await summariesBySeq(
    db,
    mailbox,
    rows.map((row) => row.seq),
  )
  return { count: counted.rows[0]?.count ?? 0, newest, cursor }
}
