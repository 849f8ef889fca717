/** One conversation, and what a row of a list says of one. */
import { type RawBuilder, sql } from 'kysely'
import { limits } from '#contract/limits'
import { discardedFolders } from '#contract/mail/folderRoles'
import type { Address, Conversation, MailId, StoredSummary } from '#server/core/mail'
import { asJson } from '#server/sql/connection'
import type { Database } from '#server/sql/openDatabase'
import type { MailPage } from '../../mail.store'
import type { FolderNumber, MailboxNumber } from '../mailboxes'
import { asSummary, findMail, type SummaryRow, summaryColumns } from '../mailRows'

/** For a query over `mails as m`: what was thrown away or is junk is shown only to whoever looks there. */
function shownBeside(mailbox: MailboxNumber, folder: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(m.folder = ${folder} or m.folder not in (
    select f.folder from mail_folders as f where f.mailbox = ${mailbox} and f.id in (${sql.join(discardedFolders)})))`
}

export async function conversationOf(
  db: Database,
  mailbox: MailboxNumber,
  id: MailId,
  { page, pageSize }: { readonly page: number; readonly pageSize: number },
): Promise<MailPage | null> {
  const mail = await findMail(db, mailbox, id)
  if (mail === null) return null
  if (mail.thread_id === null) return { list: page === 1 ? [asSummary(mail)] : [], total: 1, unread: 1 - mail.seen }
  const own = sql`(select o.folder from mails as o where o.seq = ${mail.seq})`
  const within = sql`m.mailbox = ${mailbox} and m.thread_id = ${mail.thread_id} and ${shownBeside(mailbox, own)}`
  const counted = await sql<{ total: number; unread: number }>`
    select count(*) as total, coalesce(sum(1 - m.seen), 0) as unread from mails as m where ${within}`.execute(db)
  const { rows } = await sql<SummaryRow>`
    select ${summaryColumns} from mails as m where ${within}
    order by m.seq desc limit ${pageSize} offset ${(page - 1) * pageSize}`.execute(db)
  const { total = 0, unread = 0 } = counted.rows[0] ?? {}
  return { list: rows.map(asSummary).toReversed(), total, unread }
}

type MemberRow = {
  readonly thread_id: string
  readonly id: string
  readonly folder: FolderNumber
  readonly seen: number
  readonly flagged: number
  readonly has_attachment: number
  readonly from_name: string
  readonly from_address: string
}

/** The newest mails of a folder's conversations, each with what is known of all its mails. */
export async function withConversations(
  db: Database,
  mailbox: MailboxNumber,
  folder: FolderNumber,
  newest: readonly StoredSummary[],
): Promise<readonly StoredSummary[]> {
  const threads = newest.flatMap(({ threadId }) => threadId ?? [])
  // One that grew before there was a limit is known by its newest mails.
  const { rows } = await sql<MemberRow>`
    select * from (
      select m.thread_id, m.id, m.folder, m.seen, m.flagged, m.has_attachment, m.from_name, m.from_address,
        row_number() over (partition by m.thread_id order by m.seq desc) as place
      from json_each(${asJson(threads)}) as wanted
      cross join mails as m indexed by mails_by_thread on m.mailbox = ${mailbox} and m.thread_id = wanted.value
      where ${shownBeside(mailbox, sql`${folder}`)}
    ) where place <= ${limits.conversationMails} order by place`.execute(db)
  const members = new Map<string, MemberRow[]>()
  for (const row of rows) {
    const known = members.get(row.thread_id)
    if (known === undefined) members.set(row.thread_id, [row])
    else known.push(row)
  }
  return newest.map((summary) => {
    const of = summary.threadId === null ? undefined : members.get(summary.threadId)
    return of === undefined ? alone(summary) : together(summary, folder, of)
  })
}

function alone(summary: StoredSummary): StoredSummary {
  const { id, seen, flagged, hasAttachment, from } = summary
  return { ...summary, conversation: { count: 1, people: [from], mails: [{ id, seen, flagged, hasAttachment }] } }
}

/** @param newestFirst all mails of the conversation that are shown with the folder's */
function together(summary: StoredSummary, folder: FolderNumber, newestFirst: readonly MemberRow[]): StoredSummary {
  const mails: Conversation['mails'] = newestFirst
    .filter((row) => row.folder === folder)
    .map((row) => ({
      id: row.id,
      seen: row.seen === 1,
      flagged: row.flagged === 1,
      hasAttachment: row.has_attachment === 1,
    }))
  return {
    ...summary,
    seen: mails.every(({ seen }) => seen),
    flagged: mails.some(({ flagged }) => flagged),
    hasAttachment: mails.some(({ hasAttachment }) => hasAttachment),
    conversation: { count: newestFirst.length, people: peopleOf(newestFirst), mails },
  }
}

function peopleOf(newestFirst: readonly MemberRow[]): Address[] {
  const people = new Map<string, Address>()
  for (const { from_name: name, from_address: address } of newestFirst) {
    if (people.size === limits.conversationPeople) break
    const key = address.toLowerCase()
    if (!people.has(key)) people.set(key, { name, address })
  }
  return [...people.values()].toReversed()
}
