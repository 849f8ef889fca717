/** Search over one mailbox, newest first. */
import { type RawBuilder, sql } from 'kysely'
import type { MailId } from '#server/core/mail'
import { asideFolders, type MailSearch, type SearchCriteria, type SearchedText } from '#server/core/mailSearch'
import { markOf } from '#server/mime/text/searchTokens'
import type { Database } from '#server/sql/openDatabase'
import type { MailPage, TextQuery } from '../../mail.store'
import { folderNumber, type MailboxNumber } from '../mailboxes'
import { summariesBySeq } from '../mailRows'
import { textMatch } from './textMatch'

/** Finds beyond this are neither counted nor paged to: whoever has so many types another word. */
export const findsMost = 20_000

type Sql = RawBuilder<unknown>

/** Null when there is no such folder. */
export async function searchMails(db: Database, mailbox: MailboxNumber, query: TextQuery): Promise<MailPage | null> {
  const within = await placeOf(db, mailbox, query.folder)
  if (within === null) return null
  const offset = (query.page - 1) * query.pageSize
  const counting = Math.min(query.countMost ?? findsMost, findsMost)
  const [all, finds] = [counting, offset + query.pageSize].map((most) => findsOf(mailbox, query, within, most))
  if (all == null || finds == null) return { list: [], total: 0, unread: null }
  const counted = await sql<{ total: number }>`
    select count(*) as total from (${all} limit ${counting})`.execute(db)
  const total = counted.rows[0]?.total ?? 0
  if (offset >= total) return { list: [], total, unread: null }
  const most = Math.min(query.pageSize, total - offset)
  const { rows } = await sql<{ seq: number }>`
    ${finds} order by seq desc limit ${most} offset ${offset}`.execute(db)
  const seqs = rows.map((row) => row.seq)
  return { list: await summariesBySeq(db, mailbox, seqs), total, unread: null }
}

/** Newest first. Null when there is no such folder. */
export async function findAll(
  db: Database,
  mailbox: MailboxNumber,
  search: MailSearch,
): Promise<readonly MailId[] | null> {
  const within = await placeOf(db, mailbox, search.folder)
  if (within === null) return null
  const finds = findsOf(mailbox, search, within, findsMost)
  if (finds === null) return []
  const { rows } = await sql<{ id: string }>`
    select m.id as id from (${finds} order by seq desc limit ${findsMost}) as f
    join mails as m on m.seq = f.seq order by f.seq desc`.execute(db)
  return rows.map((row) => row.id)
}

/** Null when a text that is asked for holds nothing that can be searched, so that nothing can fit. */
function findsOf(mailbox: MailboxNumber, query: MailSearch, within: readonly Sql[], most: number): Sql | null {
  const typed: readonly SearchedText[] = query.keyword === '' && query.criteria !== undefined ? [] : [query]
  const texts = [...typed, ...(query.criteria?.texts ?? [])]
  const terms = texts.map(({ keyword, location }) => textMatch(keyword, location, markOf(mailbox)))
  if (terms.includes(null)) return null
  const conditions = [...within, ...(query.criteria === undefined ? [] : conditionsOf(query.criteria))]
  if (terms.length === 0)
    return query.folder === null || query.folder === 'anywhere'
      ? newestOf(mailbox, conditions, most)
      : sql`select m.seq as seq from mails as m where ${joined([sql`m.mailbox = ${mailbox}`, ...conditions])}`
  const match = sql`t.mail_text match ${terms.map((term) => `(${term})`).join(' AND ')}`
  // The words decide what is read; without conditions on the rows themselves they are not read at all.
  const rows = conditions.length === 0 ? sql`` : sql`cross join mails as m on m.seq = t.rowid`
  return sql`select t.rowid as seq from mail_text as t ${rows} where ${joined([match, ...conditions])}`
}

/** Of each folder as many as are wanted, by its index: a whole mailbox would be read and sorted. */
function newestOf(mailbox: MailboxNumber, conditions: readonly Sql[], most: number): Sql {
  return sql`
    select s.seq as seq from mail_folders as f join mails as s on s.seq in (
      select m.seq from mails as m where ${joined([sql`m.folder = f.folder`, ...conditions])}
      order by m.seq desc limit ${most})
    where f.mailbox = ${mailbox}`
}

function joined(conditions: readonly Sql[]): Sql {
  return sql.join(conditions, sql` and `)
}

function conditionsOf(criteria: SearchCriteria): readonly Sql[] {
  const bits = {
    seen: criteria.seen,
    flagged: criteria.flagged,
    urgent: criteria.urgent,
    has_attachment: criteria.hasAttachment,
  }
  const bounds = [
    { column: 'received_at', least: criteria.since, most: criteria.until },
    { column: 'size', least: criteria.minSize, most: criteria.maxSize },
  ]
  return [
    ...Object.entries(bits).flatMap(([column, wanted]) =>
      wanted === null ? [] : [sql`m.${sql.raw(column)} = ${wanted ? 1 : 0}`],
    ),
    ...bounds.flatMap(({ column, least, most }) => [
      ...(least === null ? [] : [sql`m.${sql.raw(column)} >= ${least}`]),
      ...(most === null ? [] : [sql`m.${sql.raw(column)} <= ${most}`]),
    ]),
  ]
}

/** Null when there is no such folder. */
async function placeOf(db: Database, mailbox: MailboxNumber, id: TextQuery['folder']): Promise<readonly Sql[] | null> {
  if (id === 'anywhere') return []
  if (id === null) return besides(db, mailbox)
  if (id === 'flag') return [sql`m.flagged = 1`, sql`m.mailbox = ${mailbox}`]
  const folder = await folderNumber(db, mailbox, id)
  return folder === null ? null : [sql`m.folder = ${folder}`]
}

/** Leaves Deleted and Junk out; where they hold nothing, no row has to be looked at for it. */
async function besides(db: Database, mailbox: MailboxNumber): Promise<readonly Sql[]> {
  const rows = await db
    .selectFrom('mail_folders')
    .select('folder')
    .where('mailbox', '=', mailbox)
    .where('id', 'in', [...asideFolders])
    .where('total', '>', 0)
    .execute()
  return rows.map(({ folder }) => sql`m.folder <> ${folder}`)
}
