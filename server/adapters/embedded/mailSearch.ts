/** Search over one mailbox, newest first. */
import { type RawBuilder, sql } from 'kysely'
import type { MailPage, TextQuery } from '../../ports/mailStores'
import type { Database } from '../../sql/openDatabase'
import { folderNumber, type MailboxNumber } from './mailboxes'
import { summariesBySeq } from './mailRows'
import { textMatch } from './search/textMatch'
import { markOf } from './search/tokens'

/** Finds beyond this are neither counted nor paged to: whoever has so many types another word. */
export const findsMost = 20_000

/** Null when there is no such folder. */
export async function searchMails(db: Database, mailbox: MailboxNumber, query: TextQuery): Promise<MailPage | null> {
  const within = await condition(db, mailbox, query.folder)
  if (within === null) return null
  const match = textMatch(query.keyword, query.location, markOf(mailbox))
  if (match === null) return { list: [], total: 0, unread: null }
  const finds = sql`select t.rowid as seq from mail_text as t ${within.join} where t.mail_text match ${match} ${within.where}`
  const offset = (query.page - 1) * query.pageSize
  const counted = await sql<{ total: number }>`
    select count(*) as total from (${finds} limit ${findsMost})`.execute(db)
  const total = counted.rows[0]?.total ?? 0
  if (offset >= total) return { list: [], total, unread: null }
  const most = Math.min(query.pageSize, total - offset)
  const { rows } = await sql<{ seq: number }>`
    ${finds} order by t.rowid desc limit ${most} offset ${offset}`.execute(db)
  const seqs = rows.map((row) => row.seq)
  return { list: await summariesBySeq(db, mailbox, seqs), total, unread: null }
}

type Condition = { readonly join: RawBuilder<unknown>; readonly where: RawBuilder<unknown> }

async function condition(db: Database, mailbox: MailboxNumber, id: TextQuery['folder']): Promise<Condition | null> {
  if (id === null) return { join: sql``, where: sql`` }
  const join = sql`cross join mails as m on m.seq = t.rowid`
  if (id === 'flag') return { join, where: sql`and m.flagged = 1 and m.mailbox = ${mailbox}` }
  const folder = await folderNumber(db, mailbox, id)
  return folder === null ? null : { join, where: sql`and m.folder = ${folder}` }
}
