/** A message becomes a mail: file first, then row, text index and counters in one transaction. */
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { limits } from '../../../src/contract/limits'
import type { MailId, ParsedMail } from '../../core/mail'
import { Refusal } from '../../core/refusal'
import type { NewMail } from '../../ports/mailStores'
import { folderNumber, type MailboxNumber, usage } from './mailboxes'
import type { Connection, MailContext } from './mailContext'
import { bareSubject, messageIdOf, threadOf } from './mailThreads'
import { pack } from './parsedMails'
import { bodyWords } from './search/bodyWords'
import { indexText, markOf } from './search/tokens'

/** Recipients that a list row keeps; the open mail has them all. */
const listedMost = 100
const previewMost = 200

export type Owner = { readonly mailbox: MailboxNumber; readonly quotaBytes: number }
type Kept = { readonly id: MailId; readonly isNew: boolean }

/** Keeps `mail` in place of `old`, if one is named; throws `Refusal('draftConflict')` where that is gone. */
export async function keepMail(context: MailContext, owner: Owner, mail: NewMail, old: MailId | null): Promise<Kept> {
  const known = await byKey(context.db, owner.mailbox, mail.key)
  if (known !== null) return { id: known, isNew: false }
  const written = await writtenFile(context, mail)
  const letGo = context.spool.hold(written.id)
  let released: readonly string[] = mail.source.kind === 'bytes' ? [written.id] : []
  try {
    const parsed = await context.mime.parse({ path: context.spool.path(written.id) })
    const packed = await pack(parsed)
    const kept = await context.db.transaction().execute(async (transaction) => {
      const racing = await byKey(transaction, owner.mailbox, mail.key)
      if (racing !== null) return { id: racing, isNew: false, replaced: [] }
      const replaced = await takeOld(transaction, owner.mailbox, old)
      await checkQuota(transaction, owner, written.size)
      const row = await insert(transaction, owner.mailbox, mail, written, parsed, context.clock.now())
      await transaction.insertInto('mail_parsed').values({ seq: row.seq, parsed: packed }).execute()
      await insertText(transaction, row.seq, owner.mailbox, parsed)
      return { id: row.id, isNew: true, replaced }
    })
    if (kept.isNew) released = kept.replaced
    return { id: kept.id, isNew: kept.isNew }
  } finally {
    letGo()
    if (released.length > 0) await context.spool.releaseAll(released)
  }
}

async function writtenFile(context: MailContext, mail: NewMail): Promise<{ id: string; size: number }> {
  if (mail.source.kind === 'bytes') return context.spool.put(mail.source.bytes, limits.messageBytes)
  return { id: mail.source.spool, size: await context.spool.size(mail.source.spool) }
}

async function byKey(db: Connection, mailbox: MailboxNumber, key: string | null): Promise<MailId | null> {
  if (key === null) return null
  const row = await db
    .selectFrom('mails')
    .select('id')
    .where('mailbox', '=', mailbox)
    .where('idempotency_key', '=', key)
    .executeTakeFirst()
  return row?.id ?? null
}

async function takeOld(db: Connection, mailbox: MailboxNumber, old: MailId | null): Promise<readonly string[]> {
  if (old === null) return []
  const { rows } = await sql<{ spool: string }>`
    delete from mails where id = ${old} and mailbox = ${mailbox} returning spool`.execute(db)
  if (rows.length === 0) throw new Refusal('draftConflict')
  return rows.map((row) => row.spool)
}

export async function checkQuota(db: Connection, owner: Owner, size: number): Promise<void> {
  const { used } = await usage(db, owner.mailbox)
  if (used + size > owner.quotaBytes) throw new Refusal('quotaExceeded')
}

/** Throws `Refusal('notFound')` when the folder is not there. */
async function insert(
  db: Connection,
  mailbox: MailboxNumber,
  mail: NewMail,
  written: { readonly id: string; readonly size: number },
  parsed: ParsedMail,
  now: number,
): Promise<{ seq: number; id: MailId }> {
  const folder = await folderNumber(db, mailbox, mail.folder)
  if (folder === null) throw new Refusal('notFound')
  const bit = (value: boolean | undefined) => (value === true ? 1 : 0)
  const id = randomBytes(15).toString('base64url')
  return db
    .insertInto('mails')
    .values({
      id,
      mailbox,
      folder,
      idempotency_key: mail.key,
      spool: written.id,
      received_at: instant(mail.receivedAt) ?? now,
      sent_at: instant(parsed.sentAt),
      size: written.size,
      seen: bit(mail.flags.seen),
      flagged: bit(mail.flags.flagged),
      answered: bit(mail.flags.answered),
      forwarded: bit(mail.flags.forwarded),
      tells_recall: bit(mail.tellsRecall),
      has_attachment: bit(parsed.attachments.some((attachment) => !attachment.inline)),
      urgent: bit(parsed.urgent),
      from_name: parsed.from.name,
      from_address: parsed.from.address,
      recipients: JSON.stringify(parsed.to.slice(0, listedMost).map(({ name, address }) => [name, address])),
      subject: parsed.subject,
      preview: parsed.preview.slice(0, previewMost),
      message_id: messageIdOf(parsed),
      thread_id: await threadOf(db, mailbox, parsed),
      sort_from: (parsed.from.name || parsed.from.address).normalize('NFKC').toLowerCase().slice(0, 80),
      sort_subject: bareSubject(parsed.subject),
    })
    .returning(['seq', 'id'])
    .executeTakeFirstOrThrow()
}

/** A Date header may claim anything (TRUST R17): what is no instant is null. */
function instant(value: number | null): number | null {
  return value !== null && Number.isFinite(value) && Math.abs(value) <= 8.64e15 ? Math.trunc(value) : null
}

export async function insertText(
  db: Connection,
  seq: number,
  mailbox: MailboxNumber,
  parsed: ParsedMail,
): Promise<void> {
  const mark = markOf(mailbox)
  const people = [...parsed.to, ...parsed.cc, ...parsed.bcc].slice(0, 1_000)
  const named = (person: ParsedMail['from']) => `${person.name} ${person.address}`
  await sql`insert into mail_text (rowid, subject, sender, recipients, body, attachment) values (
    ${seq},
    ${indexText(parsed.subject, mark)},
    ${indexText(named(parsed.from), mark)},
    ${indexText(people.map(named).join(' \n '), mark)},
    ${indexText(bodyWords(parsed), mark)},
    ${indexText(parsed.attachments.map((attachment) => attachment.name).join(' \n '), mark)}
  )`.execute(db)
}
