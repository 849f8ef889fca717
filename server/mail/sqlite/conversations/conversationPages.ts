/** Pages of a folder in conversations: an index that holds all it needs is walked from whichever end is nearer. */
import { sql } from 'kysely'
import type { Filter } from '#contract/endpoints/mail/mail'
import { folderViews } from '#contract/shapes'
import { Refusal } from '#server/core/refusal'
import type { Database } from '#server/sql/openDatabase'
import type { FolderQuery, MailPage } from '../../mail.store'
import { type FolderNumber, folderNumber, type MailboxNumber } from '../mailboxes'
import { summariesBySeq } from '../mailRows'
import { withConversations } from './conversation'

/** A conversation fits when any of its mails does: literal conditions, since a partial index needs them so. */
const filtered: Readonly<Record<Filter, { readonly index: string; readonly condition: string }>> = {
  all: { index: 'conversations_by_arrival', condition: '' },
  unread: { index: 'conversations_unread', condition: 'and c.unread > 0' },
  flagged: { index: 'conversations_flagged', condition: 'and c.flagged > 0' },
  attachment: { index: 'conversations_attachment', condition: 'and c.attachment > 0' },
}

const sortColumn = { from: 'sort_from', subject: 'sort_subject', size: 'size' } as const

/** Null when there is no such folder. */
export async function conversationPage(
  db: Database,
  mailbox: MailboxNumber,
  query: FolderQuery,
): Promise<MailPage | null> {
  const views: readonly string[] = folderViews
  if (views.includes(query.folder)) throw new Refusal('notAllowed', { field: 'conversations' })
  const folder = await folderNumber(db, mailbox, query.folder)
  if (folder === null) return null
  const unread = await held(db, folder, 'unread')
  const total = query.filter === 'unread' ? unread : await held(db, folder, query.filter)
  const offset = (query.page - 1) * query.pageSize
  if (offset >= total) return { list: [], total, unread }
  const seqs = await newestOf(db, folder, query, total, offset)
  return { list: await withConversations(db, mailbox, folder, await summariesBySeq(db, mailbox, seqs)), total, unread }
}

async function held(db: Database, folder: FolderNumber, filter: Filter): Promise<number> {
  const { index, condition } = filtered[filter]
  const { rows } = await sql<{ held: number }>`
    select count(*) as held from mail_conversations as c indexed by ${sql.raw(index)}
    where c.folder = ${folder} ${sql.raw(condition)}`.execute(db)
  return rows[0]?.held ?? 0
}

/** The `seq` of each conversation's newest mail; by sender, subject and size it is this mail's that counts. */
async function newestOf(
  db: Database,
  folder: FolderNumber,
  query: FolderQuery,
  total: number,
  offset: number,
): Promise<readonly number[]> {
  const most = Math.min(query.pageSize, total - offset)
  const fromEnd = offset > total / 2
  const skipped = fromEnd ? total - offset - most : offset
  const direction = sql.raw((query.order === 'desc') !== fromEnd ? 'desc' : 'asc')
  const { index, condition } = filtered[query.filter]
  const conversations = sql`mail_conversations as c indexed by ${sql.raw(index)}`
  const { rows } =
    query.sort === 'date'
      ? await sql<{ newest: number }>`
          select c.newest from ${conversations} where c.folder = ${folder} ${sql.raw(condition)}
          order by c.newest ${direction} limit ${most} offset ${skipped}`.execute(db)
      : await sql<{ newest: number }>`
          select m.seq as newest from mails as m indexed by ${sql.raw(`mails_by_${query.sort}`)}
          cross join ${conversations} on c.folder = m.folder and c.newest = m.seq ${sql.raw(condition)}
          where m.folder = ${folder}
          order by m.${sql.raw(sortColumn[query.sort])} ${direction}, m.seq ${direction}
          limit ${most} offset ${skipped}`.execute(db)
  const seqs = rows.map(({ newest }) => newest)
  return fromEnd ? seqs.toReversed() : seqs
}
