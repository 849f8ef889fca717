/** A mailbox of 100,000 mails in the embedded store, or of fewer. */
import { randomBytes } from 'node:crypto'
import { link, mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { sql } from 'kysely'
import type { ParsedMail } from '../../server/core/mail'
import type { MailStore } from '../../server/mail/mail.store'
import { dataPathsOf } from '../../server/mail/spool/dataPaths'
import { type FileSpool, openSpool } from '../../server/mail/spool/fileSpool'
import { createEmbeddedMailStores } from '../../server/mail/sqlite/mailStores'
import { makeAccountStore } from '../../server/session/account.sql'
import { hashPassword } from '../../server/session/password/passwordHasher.argon2'
import { migrate } from '../../server/sql/migrate'
import { type Database, openDatabase } from '../../server/sql/openDatabase'
import { mimeOf, plainMail } from '../support/mail/plainMime'

export const mails = 100_000
export const signIn = { username: 'lin@ep.test', password: 'Passw0rd!a' }

const words =
  '会议 合同 报价单 项目进度 发货通知 客户反馈 季度总结 invoice meeting project schedule contract delivery summary please regards'.split(
    ' ',
  )

/** The n-th mail: every twentieth is about an invoice (发票). */
function mailNumber(n: number): ParsedMail {
  const word = (k: number) => words[(n * 7 + k * 13 + ((n * k) % 11)) % words.length] ?? ''
  const topic = n % 20 === 0 ? '发票' : word(1)
  const text = Array.from({ length: 60 }, (_, k) => word(k)).join(n % 2 === 0 ? '，' : ' ')
  return {
    ...plainMail,
    from: { name: `客户 ${n % 500}`, address: `client${n % 500}@example.com` },
    to: [{ name: '林', address: 'lin@example.com' }],
    subject: `${topic} ${word(2)} ${n}`,
    sentAt: 1_700_000_000_000 + n * 60_000,
    messageId: `<${n}@example.com>`,
    references: n % 4 === 0 || n < 4 ? [] : [`<${n - (n % 4)}@example.com>`],
    text,
    preview: text.slice(0, 120),
    attachments:
      n % 10 === 0 ? [{ part: '2', name: `发票${n}.pdf`, type: 'application/pdf', size: 9_000, inline: false }] : [],
  }
}

export type Filling = {
  readonly address: string
  readonly mails: number
  /** When the first of them came, in epoch milliseconds; the others follow by the minute. */
  readonly since?: number | undefined
  /** So many are written; the rest are copies of their rows, in no index of words. */
  readonly written?: number | undefined
}

const longAgo = 1_700_000_000_000

/** Opens a mailbox that lies in a folder, made when there is none; `keepNext` lets one more mail arrive. */
export async function openMailbox(
  dataDir: string,
  { address, mails: count, since = longAgo, written = count }: Filling = { address: signIn.username, mails },
) {
  const db = openDatabase(dataPathsOf(dataDir).database)
  await migrate(db)
  const accounts = makeAccountStore(db)
  const known = await accounts.byAddress(address)
  const account = known ?? (await accounts.add(await newAccount(address)))
  if (account === null) throw new Error('The mailbox cannot be made')
  const spool = openSpool({ db, dataDir })
  let n = 0
  const mime = mimeOf(async () => mailNumber(n))
  const storeOver = (own: FileSpool): MailStore =>
    createEmbeddedMailStores({ db, spool: own, mime, clock: { now: Date.now } }).of(account)
  const nextFile = filesIn(spool)
  const append = async (to: MailStore, folder = 'inbox') => {
    await to.append({
      folder,
      source: { kind: 'spool', spool: await nextFile(randomBytes(16).toString('hex')) },
      flags: { seen: n % 3 !== 0, flagged: n % 25 === 0 },
      receivedAt: since + n * 60_000,
      key: null,
    })
    n += 1
  }
  if (known === null) {
    // Only while filling: what is measured afterwards runs as the product does.
    await sql`pragma synchronous = off`.execute(db)
    const filled = storeOver({ ...spool, notes: { ...spool.notes, noteNow: async () => undefined } })
    while (n < Math.min(count, written)) await append(filled)
    for (; n < count; n += written)
      for (const id of await copyRows(db, n, Math.min(written, count - n))) await nextFile(id)
    await spool.notes.flush()
    await sql`pragma synchronous = full`.execute(db)
    await sql`pragma wal_checkpoint(truncate)`.execute(db)
  }
  n = Math.max(n, count)
  const store = storeOver(spool)
  return { store, keepNext: (folder?: string) => append(store, folder), close: () => db.destroy() }
}

/** File systems let a file have some ten thousand names. */
const namesMost = 10_000

/** Gives each message a file of its own, as it has in service: a name of one that is written. */
function filesIn(spool: FileSpool): (id: string) => Promise<string> {
  let [names, first] = [0, '']
  return async (id) => {
    if (names % namesMost === 0) first = (await spool.put(Buffer.from('Subject: a\r\n\r\nthe same\r\n'), 1_000)).id
    names += 1
    await mkdir(dirname(spool.path(id)), { recursive: true })
    await link(spool.path(first), spool.path(id))
    return id
  }
}

const copied = sql.raw(
  'mailbox, folder, sent_at, size, seen, flagged, answered, forwarded, has_attachment, urgent, from_name, from_address, recipients, subject, preview, sort_from, sort_subject',
)

/** Puts the first `count` rows once more behind the others, each in a conversation of its own; answers the names of their files. */
async function copyRows(db: Database, after: number, count: number): Promise<readonly string[]> {
  const { rows } = await sql<{ spool: string }>`
    insert into mails (seq, id, spool, received_at, message_id, thread_id, ${copied})
    select seq + ${after}, id || '-' || ${after}, lower(hex(randomblob(16))), received_at + ${after} * 60000,
      id || '-' || ${after}, id || '-' || ${after}, ${copied}
    from mails order by seq limit ${count} returning spool`.execute(db)
  await sql`
    insert into mail_parsed (seq, parsed)
    select seq + ${after}, parsed from mail_parsed order by seq limit ${count}`.execute(db)
  return rows.map(({ spool }) => spool)
}

async function newAccount(address: string) {
  return {
    address,
    displayName: '林',
    passwordHash: await hashPassword(signIn.password),
    tier: 'star',
    organization: null,
    dueAt: null,
  } as const
}
