/** A mailbox of 100,000 mails in the embedded store, or of fewer. */
import { sql } from 'kysely'
import type { ParsedMail } from '../../server/core/mail'
import type { MailStore } from '../../server/mail/mail.store'
import { dataPathsOf } from '../../server/mail/spool/dataPaths'
import { openSpool } from '../../server/mail/spool/fileSpool'
import { createEmbeddedMailStores } from '../../server/mail/sqlite/mailStores'
import { makeAccountStore } from '../../server/session/account.sql'
import { hashPassword } from '../../server/session/password/passwordHasher.argon2'
import { migrate } from '../../server/sql/migrate'
import { openDatabase } from '../../server/sql/openDatabase'
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

export type Filling = { readonly address: string; readonly mails: number }

/** Opens a mailbox that lies in a folder, made when there is none; `keepNext` lets one more mail arrive. */
export async function openMailbox(
  dataDir: string,
  { address, mails: count }: Filling = { address: signIn.username, mails },
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
  const store: MailStore = createEmbeddedMailStores({ db, spool, mime, clock: { now: Date.now } }).of(account)
  const file = await spool.put(Buffer.from('Subject: shared\r\n\r\nshared by all\r\n'), 1_000)
  const append = async (folder = 'inbox') => {
    await store.append({
      folder,
      source: { kind: 'spool', spool: file.id },
      flags: { seen: n % 3 !== 0, flagged: n % 25 === 0 },
      receivedAt: 1_700_000_000_000 + n * 60_000,
      key: null,
    })
    n += 1
  }
  if (known === null) {
    // Only while filling: what is measured afterwards runs as the product does.
    await sql`pragma synchronous = off`.execute(db)
    while (n < count) await append()
    await sql`pragma synchronous = full`.execute(db)
    await sql`pragma wal_checkpoint(truncate)`.execute(db)
  }
  n = Math.max(n, count)
  return { store, keepNext: append, close: () => db.destroy() }
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
