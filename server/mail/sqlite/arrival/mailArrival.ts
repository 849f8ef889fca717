/** A message becomes a mail: file first, then row, text index and counters in one transaction. */
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { limits } from '#contract/limits'
import type { AccountId } from '#server/core/account'
import type { MailId } from '#server/core/mail'
import { Refusal, StoreAway } from '#server/core/refusal'
import { markOf } from '#server/mime/text/searchTokens'
import type { Connection } from '#server/sql/connection'
import type { NewMail } from '../../mail.store'
import type { MailRow } from '../../mimeReader.port'
import { threadOf } from '../conversations/mailThreads'
import { folderNumber, type MailboxNumber, usage } from '../mailboxes'
import type { MailContext } from '../mailContext'
import { columnsOf, insertWords, instant } from './mailColumns'
import { noteUnread } from './unreadMessages'

export type Owner = {
  readonly account: AccountId
  readonly address: string
  readonly mailbox: MailboxNumber
  readonly quotaBytes: number
}
/** `id`: one that it had before; another is drawn where it is left out. */
type KeptMail = NewMail & { readonly id?: MailId }
type Kept = { readonly id: MailId; readonly isNew: boolean }

/** Keeps `mail` in place of `old`, if one is named; throws `Refusal('draftConflict')` where that is gone. */
export async function keepMail(context: MailContext, owner: Owner, mail: KeptMail, old: MailId | null): Promise<Kept> {
  const known = await byKey(context.db, owner.mailbox, mail.key)
  if (known !== null) return { id: known, isNew: false }
  const written = await writtenFile(context, mail)
  const letGo = context.spool.hold(written.id)
  let released: readonly string[] = mail.source.kind === 'bytes' ? [written.id] : []
  try {
    const path = context.spool.path(written.id)
    const { row, packed, words, files, readable } = await context.mime.record(
      { path },
      { mark: markOf(owner.mailbox) },
      owner.account,
    )
    const kept = await context.db.transaction().execute(async (transaction) => {
      const racing = await byKey(transaction, owner.mailbox, mail.key)
      if (racing !== null) return { id: racing, isNew: false, replaced: [] }
      if (mail.arrives === true) await checkOpen(transaction, owner.account)
      const replaced = await takeOld(transaction, owner.mailbox, old)
      await checkQuota(transaction, owner, written.size)
      const { seq, id } = await insert(transaction, owner, mail, written, row, context.clock.now())
      await transaction.insertInto('mail_parsed').values({ seq, parsed: packed }).execute()
      await insertWords(transaction, seq, { words, files })
      if (!readable) await noteUnread(transaction, seq)
      return { id, isNew: true, replaced }
    })
    if (kept.isNew) released = kept.replaced
    if (kept.isNew) await context.spool.notes.noteNow(written.id)
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

/** After the last copy of a mailbox that is removed, nothing is taken that would go with it. */
async function checkOpen(db: Connection, account: AccountId): Promise<void> {
  const open = db.selectFrom('accounts').select('id').where('id', '=', account).where('closes_at', 'is', null)
  if ((await open.executeTakeFirst()) === undefined) throw new StoreAway()
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
  owner: Owner,
  mail: KeptMail,
  written: { readonly id: string; readonly size: number },
  row: MailRow,
  now: number,
): Promise<{ seq: number; id: MailId }> {
  const { mailbox } = owner
  const folder = await folderNumber(db, mailbox, mail.folder)
  if (folder === null) throw new Refusal('notFound')
  const bit = (value: boolean | undefined) => (value === true ? 1 : 0)
  const id = mail.id ?? randomBytes(15).toString('base64url')
  return db
    .insertInto('mails')
    .values({
      id,
      mailbox,
      folder,
      idempotency_key: mail.key,
      spool: written.id,
      received_at: instant(mail.receivedAt) ?? now,
      size: written.size,
      seen: bit(mail.flags.seen),
      flagged: bit(mail.flags.flagged),
      answered: bit(mail.flags.answered),
      forwarded: bit(mail.flags.forwarded),
      tells_recall: bit(mail.tellsRecall),
      scan: mail.judged?.scan ?? null,
      junk_by: mail.judged?.junkBy ?? null,
      thread_id: await threadOf(db, owner, row),
      ...columnsOf(row),
    })
    .returning(['seq', 'id'])
    .executeTakeFirstOrThrow()
}
