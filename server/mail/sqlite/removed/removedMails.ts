/** What was deleted for good, aside in the same database and spool until it is swept: listed, opened, put back, forgotten. */
import { type RawBuilder, sql } from 'kysely'
import { type Account, accountQuota } from '#server/core/account'
import type { RemovedMail, RemovedMailStores, RemovedMails, RemovedQuery } from '#server/recovery/removedMails.store'
import { asJson } from '#server/sql/connection'
import { type MailboxNumber, mailboxOf } from '../mailboxes'
import type { MailContext } from '../mailContext'
import { asSummary, type SummaryRow } from '../mailRows'
import type { EmbeddedMailOptions } from '../mailStores'
import { unpacked } from '../parsedMails'
import { sharedColumns } from './removal'
import { restoreMails } from './restoreMails'
import { sweepRemoved } from './sweepRemoved'

declare module '../../../sql/schema' {
  interface Schema {
    /** SQLite's own; the columns are those of `mails`, so that a mail comes back as it went. */
    removed_mails: Omit<Schema['mails'], 'seq' | 'folder' | 'left_folder' | 'deleted_at'> & {
      seq: number
      /** Where it lay before it went to Deleted; null where nobody knows. */
      left_folder: string | null
      is_sent: number
      removed_at: number
      parsed: Uint8Array | null
    }
  }
}

type RemovedRow = SummaryRow & { readonly removed_at: number; readonly is_sent: number }
type FullRow = RemovedRow & { readonly parsed: Uint8Array | null }

const columns = sql`${sharedColumns}, removed_at, is_sent, coalesce(left_folder, '') as folder_id, null as thread_count`

const filtered = { all: '', unread: 'and seen = 0', flagged: 'and flagged = 1', attachment: 'and has_attachment = 1' }
const sortColumn = { date: 'removed_at', from: 'sort_from', subject: 'sort_subject', size: 'size' }

export function createRemovedMailStores(options: EmbeddedMailOptions): RemovedMailStores {
  return {
    of: (account) => removedOf(options, account),
    sweep: (now, deletedBefore, removedBefore) => sweepRemoved(options, now, { deletedBefore, removedBefore }),
  }
}

function removedOf(context: EmbeddedMailOptions, account: Account): RemovedMails {
  const { db, spool, mime } = context
  const mailbox = () => mailboxOf(db, account.id)
  const owner = async () => ({
    account: account.id,
    address: account.address,
    mailbox: await mailbox(),
    quotaBytes: context.quotaBytes ?? accountQuota(account),
  })
  const found = async (id: string, since: number) => findRemoved(context, await mailbox(), id, since)
  return {
    page: async (query) => removedPage(context, await mailbox(), query),
    summaries: async (ids, since) => {
      const { rows } = await sql<RemovedRow>`
        select ${columns} from (select key as place, value as wanted from json_each(${asJson(ids)}))
        cross join removed_mails on id = wanted
        where mailbox = ${await mailbox()} and removed_at > ${since} order by place`.execute(db)
      return rows.map(asRemoved)
    },
    open: async (id, since) => {
      const row = await found(id, since)
      if (row === null) return null
      const parsed = row.parsed
        ? await unpacked(row.parsed)
        : await mime.parse({ path: spool.path(row.spool) }, account.id)
      return { summary: asRemoved(row), parsed }
    },
    part: async (id, part, since) => {
      const row = await found(id, since)
      return row && mime.part({ path: spool.path(row.spool) }, part, account.id)
    },
    parts: async (id, parts, since) => {
      const row = await found(id, since)
      return row && mime.parts({ path: spool.path(row.spool) }, parts, account.id)
    },
    raw: async (id, since) => {
      const row = await found(id, since)
      return row && { size: row.size, stream: await spool.read(row.spool) }
    },
    restore: async (ids, since, elsewhere) => restoreMails(context, await owner(), ids, { since, elsewhere }),
    forget: async (ids) => {
      const { rows } = await sql<{ id: string; spool: string }>`
        delete from removed_mails
        where +mailbox = ${await mailbox()} and id in (select value from json_each(${asJson(ids)}))
        returning id, spool`.execute(db)
      await spool.releaseAll(rows.map((row) => row.spool))
      return rows.map((row) => row.id)
    },
  }
}

async function removedPage({ db }: MailContext, mailbox: MailboxNumber, query: RemovedQuery) {
  const { sent, since, page, pageSize, sort, order, filter } = query
  const where = sql`mailbox = ${mailbox} and is_sent = ${sent ? 1 : 0} and removed_at > ${since}
    ${sql.raw(filtered[filter])}`
  const counts = await sql<{ total: number; unread: number | null }>`
    select count(*) as total, sum(1 - seen) as unread from removed_mails where ${where}`.execute(db)
  const direction: RawBuilder<unknown> = order === 'desc' ? sql`desc` : sql`asc`
  const { rows } = await sql<RemovedRow>`
    select ${columns} from removed_mails where ${where}
    order by ${sql.raw(sortColumn[sort])} ${direction}, seq ${direction}
    limit ${pageSize} offset ${(page - 1) * pageSize}`.execute(db)
  const [row] = counts.rows
  return { list: rows.map(asRemoved), total: row?.total ?? 0, unread: row?.unread ?? 0 }
}

async function findRemoved({ db }: MailContext, mailbox: MailboxNumber, id: string, since: number) {
  const { rows } = await sql<FullRow>`
    select ${columns}, parsed from removed_mails
    where id = ${id} and mailbox = ${mailbox} and removed_at > ${since}`.execute(db)
  return rows[0] ?? null
}

function asRemoved(row: RemovedRow): RemovedMail {
  return { ...asSummary(row), removedAt: row.removed_at, sent: row.is_sent === 1 }
}
