/** Pages of a folder. A page's place is found by summing counts of 512 arrivals each, so every page number costs the same. */
import { type RawBuilder, sql } from 'kysely'
import type { Filter } from '#contract/endpoints/mail/mail'
import { folderViews } from '#contract/shapes'
import type { Database } from '../../sql/openDatabase'
import type { FolderQuery, MailPage } from '../mail.store'
import { folderNumber, type MailboxNumber } from './mailboxes'
import { asSummary, type SummaryRow, summariesBySeq, summaryColumns } from './mailRows'

type Bucket = { readonly bucket: number; readonly held: number; readonly unread: number }
type Scope = {
  /** As in `mail_buckets`. */
  readonly number: number
  readonly where: RawBuilder<unknown>
  readonly arrivalIndex: (filter: Filter) => string
}

/** The column of counts that goes with each filter, and its condition: literal, since a partial index needs it so. */
const filtered: Readonly<
  Record<Filter, { readonly count: string; readonly condition: string; readonly index: string }>
> = {
  all: { count: 'total', condition: '', index: 'mails_by_folder' },
  unread: { count: 'unread', condition: 'and m.seen = 0', index: 'mails_unread' },
  flagged: { count: 'flagged', condition: 'and m.flagged = 1', index: 'mails_flagged' },
  attachment: { count: 'attachment', condition: 'and m.has_attachment = 1', index: 'mails_attachment' },
}

/** Null when there is no such folder. */
export async function folderPage(db: Database, mailbox: MailboxNumber, query: FolderQuery): Promise<MailPage | null> {
  const scope = await scopeOf(db, mailbox, query.folder)
  if (scope === 'empty') return { list: [], total: 0, unread: 0 }
  if (scope === null) return null
  const { rows } = await sql<Bucket>`
    select bucket, ${sql.raw(filtered[query.filter].count)} as held, unread from mail_buckets
    where scope = ${scope.number} order by bucket desc`.execute(db)
  const total = rows.reduce((sum, row) => sum + row.held, 0)
  const unread = rows.reduce((sum, row) => sum + row.unread, 0)
  const offset = (query.page - 1) * query.pageSize
  if (offset >= total) return { list: [], total, unread }
  const list =
    query.sort === 'date'
      ? await byArrival(db, scope, query, rows, offset)
      : await bySortKey(db, mailbox, scope, query, total, offset)
  return { list, total, unread }
}

async function scopeOf(db: Database, mailbox: MailboxNumber, id: string): Promise<Scope | 'empty' | null> {
  if (id === 'flag') {
    return {
      number: -mailbox,
      where: sql`m.mailbox = ${mailbox} and m.flagged = 1`,
      arrivalIndex: () => 'mails_flag_view',
    }
  }
  const views: readonly string[] = folderViews
  if (views.includes(id)) return 'empty'
  const folder = await folderNumber(db, mailbox, id)
  if (folder === null) return null
  return { number: folder, where: sql`m.folder = ${folder}`, arrivalIndex: (filter) => filtered[filter].index }
}

async function byArrival(
  db: Database,
  scope: Scope,
  query: FolderQuery,
  newestFirst: readonly Bucket[],
  offset: number,
): Promise<MailPage['list']> {
  const isNewestFirst = query.order === 'desc'
  let skip = offset
  let start = 0
  for (const bucket of isNewestFirst ? newestFirst : newestFirst.toReversed()) {
    start = bucket.bucket
    if (skip < bucket.held) break
    skip -= bucket.held
  }
  const from = isNewestFirst ? sql`m.seq < ${(start + 1) * 512}` : sql`m.seq >= ${start * 512}`
  const { rows } = await sql<SummaryRow>`
    select ${summaryColumns} from mails as m indexed by ${sql.raw(scope.arrivalIndex(query.filter))}
    where ${scope.where} ${sql.raw(filtered[query.filter].condition)} and ${from}
    order by m.seq ${direction(isNewestFirst)} limit ${query.pageSize} offset ${skip}`.execute(db)
  return rows.map(asSummary)
}

const sortColumn = { from: 'sort_from', subject: 'sort_subject', size: 'size' } as const

/** Walks an index that holds all it needs, from whichever end is nearer. */
async function bySortKey(
  db: Database,
  mailbox: MailboxNumber,
  scope: Scope,
  query: FolderQuery,
  total: number,
  offset: number,
): Promise<MailPage['list']> {
  if (query.sort === 'date') return []
  const most = Math.min(query.pageSize, total - offset)
  const fromEnd = offset > total / 2
  const isDescending = (query.order === 'desc') !== fromEnd
  const column = sql.raw(`m.${sortColumn[query.sort]}`)
  const index = scope.number > 0 ? sql.raw(`indexed by mails_by_${query.sort}`) : sql``
  const { rows } = await sql<{ seq: number }>`
    select m.seq from mails as m ${index}
    where ${scope.where} ${sql.raw(filtered[query.filter].condition)}
    order by ${column} ${direction(isDescending)}, m.seq ${direction(isDescending)}
    limit ${most} offset ${fromEnd ? total - offset - most : offset}`.execute(db)
  const seqs = rows.map((row) => row.seq)
  return summariesBySeq(db, mailbox, fromEnd ? seqs.toReversed() : seqs)
}

function direction(isDescending: boolean): RawBuilder<unknown> {
  return isDescending ? sql`desc` : sql`asc`
}
