/** Rows of `mails` as the summaries that a list shows. */
import { sql } from 'kysely'
import type { Address, MailId, MailJudgement, StoredSummary } from '../../core/mail'
import type { Connection } from '../../sql/connection'
import { asJson } from '../../sql/connection'
import type { MailboxNumber } from './mailboxes'

export type SummaryRow = {
  readonly seq: number
  readonly id: string
  readonly folder_id: string
  readonly spool: string
  readonly received_at: number
  readonly sent_at: number | null
  readonly size: number
  readonly seen: number
  readonly flagged: number
  readonly answered: number
  readonly forwarded: number
  /** Whether the receipt that it asks for is settled. */
  readonly receipt: number
  readonly tells_recall: number
  readonly scan: MailJudgement['scan'] | null
  readonly junk_by: MailJudgement['junkBy'] | null
  readonly has_attachment: number
  readonly urgent: number
  readonly from_name: string
  readonly from_address: string
  readonly recipients: string
  readonly subject: string
  readonly preview: string
  readonly thread_id: string | null
  readonly thread_count: number | null
}

/** For a query over `mails as m`. */
export const summaryColumns = sql.raw(`
  m.seq, m.id, m.spool, m.received_at, m.sent_at, m.size, m.seen, m.flagged, m.answered, m.forwarded, m.receipt,
  m.tells_recall, m.scan, m.junk_by, m.has_attachment, m.urgent, m.from_name, m.from_address, m.recipients, m.subject,
  m.preview, m.thread_id,
  (select f.id from mail_folders as f where f.folder = m.folder) as folder_id,
  case when m.thread_id is not null then
    (select count(*) from mails as t where t.mailbox = m.mailbox and t.thread_id = m.thread_id) end as thread_count`)

export function asSummary(row: SummaryRow): StoredSummary {
  return {
    id: row.id,
    folder: row.folder_id,
    from: { name: row.from_name, address: row.from_address },
    to: recipients(row.recipients),
    subject: row.subject,
    preview: row.preview,
    receivedAt: row.received_at,
    sentAt: row.sent_at,
    size: row.size,
    seen: row.seen === 1,
    flagged: row.flagged === 1,
    answered: row.answered === 1,
    forwarded: row.forwarded === 1,
    hasAttachment: row.has_attachment === 1,
    urgent: row.urgent === 1,
    threadId: row.thread_id,
    threadCount: row.thread_count,
    ...(row.tells_recall === 1 ? { recalled: 'withdrawn' } : {}),
  }
}

/** Written by this store alone. */
export function judgementOf({ scan, junk_by: junkBy }: Pick<SummaryRow, 'scan' | 'junk_by'>): MailJudgement {
  return { ...(scan ? { scan } : {}), ...(junkBy ? { junkBy } : {}) }
}

function recipients(json: string): readonly Address[] {
  // Written by mailArrival.ts alone, as pairs of name and address.
  const pairs: readonly (readonly [string, string])[] = JSON.parse(json)
  return pairs.map(([name, address]) => ({ name, address }))
}

/** In the order of the ids that were asked for. */
export async function summariesById(
  db: Connection,
  mailbox: MailboxNumber,
  ids: readonly MailId[],
): Promise<readonly StoredSummary[]> {
  const { rows } = await sql<SummaryRow>`
    select ${summaryColumns} from json_each(${asJson(ids)}) as wanted cross join mails as m on m.id = wanted.value
    where m.mailbox = ${mailbox} order by wanted.key`.execute(db)
  return rows.map(asSummary)
}

/** In arrival order, newest first. */
export async function summariesBySeq(
  db: Connection,
  mailbox: MailboxNumber,
  seqs: readonly number[],
): Promise<readonly StoredSummary[]> {
  const { rows } = await sql<SummaryRow>`
    select ${summaryColumns} from json_each(${asJson(seqs)}) as wanted cross join mails as m on m.seq = wanted.value
    where m.mailbox = ${mailbox} order by wanted.key`.execute(db)
  return rows.map(asSummary)
}

export async function findMail(db: Connection, mailbox: MailboxNumber, id: MailId): Promise<SummaryRow | null> {
  const { rows } = await sql<SummaryRow>`
    select ${summaryColumns} from mails as m where m.id = ${id} and m.mailbox = ${mailbox}`.execute(db)
  return rows[0] ?? null
}
