/** Which conversation a mail belongs to, from References and In-Reply-To (RFC 5322 §3.6.4), else from subject and people. */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { limits } from '#contract/limits'
import { indexText, markOf } from '#server/mime/text/searchTokens'
import { asJson, type Connection } from '#server/sql/connection'
import type { MailRow } from '../../mimeReader.port'
import type { MailboxNumber } from '../mailboxes'

/** The nearest ancestors are enough: a hostile mail may list thousands. */
const ancestorsMost = 20
const idMost = 998
/** Mails of one subject, the newest, that an answer without a reference may belong to. */
const ofSubjectMost = 200
const replyPrefix =
  /^(?:re|fwd?|aw|wg|sv|vs|vb|antw|doorst|tr|rv|res|enc|odp|ynt|回复|回覆|答复|答覆|转发|轉發|转寄|轉寄)(?:\[\d{1,3}\])?[:：]\s*/iu

/** The subject as a list is sorted by it and as two mails of a conversation share it. */
export function bareSubject(subject: string): string {
  let bare = subject.trim().slice(0, 300)
  for (let cut = 0; cut < 10 && replyPrefix.test(bare); cut += 1) bare = bare.replace(replyPrefix, '').trim()
  return bare.normalize('NFKC').toLowerCase().slice(0, 80)
}

export function isReply(subject: string): boolean {
  return replyPrefix.test(subject.trim())
}

export function messageIdOf(parsed: Pick<MailRow, 'messageId'>): string | null {
  return parsed.messageId === null ? null : parsed.messageId.slice(0, idMost)
}

/** Whose mailbox it is. */
type ThreadOwner = { readonly mailbox: MailboxNumber; readonly address: string }

/** Null for a mail that names no message, not even itself, and for one that finds its conversation full and would begin another one so called. */
export async function threadOf(db: Connection, owner: ThreadOwner, parsed: MailRow): Promise<string | null> {
  const { mailbox } = owner
  const found = await namedThread(db, owner, parsed)
  if (found === null || !(await isFull(db, mailbox, found))) return found
  const own = named(mailbox, parsed.messageId)
  return own === null || (await isFull(db, mailbox, own)) ? null : own
}

/** A conversation that grows without end (alarms that all answer one mail) would make every row of it cost as much. */
async function isFull(db: Connection, mailbox: MailboxNumber, thread: string): Promise<boolean> {
  const { rows } = await sql<{ held: number }>`
    select count(*) as held from (
      select 1 from mails where mailbox = ${mailbox} and thread_id = ${thread} limit ${limits.conversationMails}
    )`.execute(db)
  return rows[0]?.held === limits.conversationMails
}

async function namedThread(db: Connection, owner: ThreadOwner, parsed: MailRow): Promise<string | null> {
  const { mailbox } = owner
  const ancestors = [
    ...parsed.references.slice(-ancestorsMost),
    ...(parsed.inReplyTo === null ? [] : [parsed.inReplyTo]),
  ].map((id) => id.slice(0, idMost))
  const root = parsed.references[0] ?? parsed.inReplyTo
  if (ancestors.length === 0) {
    return (
      (await byMailsThatAnswer(db, mailbox, parsed)) ??
      (await bySubject(db, owner, parsed)) ??
      named(mailbox, parsed.messageId)
    )
  }
  return (await byMessages(db, mailbox, ancestors)) ?? named(mailbox, root ?? null)
}

/** A name that says nothing of the message ids it came from. */
function named(mailbox: MailboxNumber, id: string | null): string | null {
  if (id === null) return null
  return createHash('sha256')
    .update(`${mailbox}\n${id.slice(0, idMost)}`)
    .digest('base64url')
    .slice(0, 20)
}

async function byMessages(db: Connection, mailbox: MailboxNumber, ids: readonly string[]): Promise<string | null> {
  const { rows } = await sql<{ thread_id: string }>`
    select m.thread_id from json_each(${asJson(ids)}) as wanted
    cross join mails as m on m.mailbox = ${mailbox} and m.message_id = wanted.value
    where m.thread_id is not null order by wanted.key desc limit 1`.execute(db)
  return rows[0]?.thread_id ?? null
}

/** A reply that came before what it answers already bears the name that the root will have. */
async function byMailsThatAnswer(db: Connection, mailbox: MailboxNumber, parsed: MailRow): Promise<string | null> {
  const thread = named(mailbox, parsed.messageId)
  const { rows } = await sql<{ thread_id: string }>`
    select thread_id from mails where mailbox = ${mailbox} and thread_id = ${thread} limit 1`.execute(db)
  return rows[0]?.thread_id ?? null
}

/**
 * "Re: …" without a reference, from clients that write none: the newest mail of that subject in
 * which its sender took part. Of an own one its recipients count: the owner took part in all.
 */
async function bySubject(db: Connection, owner: ThreadOwner, row: MailRow): Promise<string | null> {
  const subject = bareSubject(row.subject)
  const own = owner.address.toLowerCase()
  const sender = row.from.address.toLowerCase()
  const recipients = row.to.slice(0, 20).map(({ address }) => address.toLowerCase())
  const people = (sender === own ? recipients : [sender]).filter((address) => address !== own && address !== '')
  if (!isReply(row.subject) || subject === '' || people.length === 0) return null
  const phrases = people.map((address) => `"${indexText(address, markOf(owner.mailbox))}"`)
  const wentTo = `{recipients} : (${phrases.join(' OR ')})`
  const { rows } = await sql<{ thread_id: string }>`
    select m.thread_id from (
      select m.seq, m.thread_id, m.from_address from mail_folders as f
      cross join mails as m indexed by mails_by_subject on m.folder = f.folder and m.sort_subject = ${subject}
      where f.mailbox = ${owner.mailbox} and m.thread_id is not null
      order by m.seq desc limit ${ofSubjectMost}
    ) as m
    where lower(m.from_address) in (select value from json_each(${asJson(people)}))
      or exists (select 1 from mail_text as t where t.rowid = m.seq and t.mail_text match ${wentTo})
    order by m.seq desc limit 1`.execute(db)
  return rows[0]?.thread_id ?? null
}
