/** How long the embedded store takes over a mailbox of 100,000 mails: `npx tsx tests/bench/store.ts`. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { sql } from 'kysely'
import { createEmbeddedMailStores } from '../../server/adapters/embedded/mailStores'
import { openSpool } from '../../server/adapters/embedded/spool'
import type { ParsedMail } from '../../server/core/mail'
import type { FolderQuery, MailStore } from '../../server/ports/mailStores'
import { migrate } from '../../server/sql/migrate'
import { openDatabase } from '../../server/sql/openDatabase'
import { plainMail } from '../support/plainMime'

export type Row = { readonly name: string; readonly medianMs: number; readonly budgetMs: number }

const mails = 100_000
const pageSize = 50
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

async function median(work: () => Promise<unknown>, times = 21): Promise<number> {
  await work()
  const taken: number[] = []
  for (let run = 0; run < times; run += 1) {
    const start = performance.now()
    await work()
    taken.push(performance.now() - start)
  }
  return taken.toSorted((a, b) => a - b)[Math.floor(times / 2)] ?? 0
}

export async function benchStore(): Promise<Row[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'ep-mail-bench-'))
  const db = openDatabase(join(dataDir, 'gateway.db'))
  try {
    await migrate(db)
    const spool = openSpool({ db, dataDir })
    let n = 0
    const mime = { parse: async () => mailNumber(n), part: async () => null, close: async () => {} }
    const stores = createEmbeddedMailStores({ db, spool, mime, clock: { now: () => Date.now() } })
    const store = stores.of({
      id: 'lin',
      address: 'lin@example.com',
      displayName: '林',
      tier: 'star',
      organization: null,
      locked: false,
      dueAt: null,
    })
    const file = await spool.put(Buffer.from('Subject: shared\r\n\r\nshared by all\r\n'), 1_000)
    // Only while filling: what is measured afterwards runs as the product does.
    await sql`pragma synchronous = off`.execute(db)
    for (n = 0; n < mails; n += 1) await append(store, file.id, n)
    await sql`pragma synchronous = full`.execute(db)
    await sql`pragma wal_checkpoint(truncate)`.execute(db)
    return await measure(store, file.id, () => {
      n += 1
      return n
    })
  } finally {
    await db.destroy()
    await rm(dataDir, { recursive: true, force: true })
  }
}

function append(store: MailStore, spool: string, n: number) {
  return store.append({
    folder: 'inbox',
    source: { kind: 'spool', spool },
    flags: { seen: n % 3 !== 0, flagged: n % 25 === 0 },
    receivedAt: 1_700_000_000_000 + n * 60_000,
    key: null,
  })
}

async function measure(store: MailStore, spool: string, next: () => number): Promise<Row[]> {
  const page = (change: Partial<FolderQuery>) => () =>
    store.page({ folder: 'inbox', page: 1, pageSize, sort: 'date', order: 'desc', filter: 'all', ...change })
  const search = (keyword: string) => () => store.search({ keyword, location: 'all', folder: null, page: 1, pageSize })
  const first = await page({})()
  const ids = (first?.list ?? []).map((mail) => mail.id)
  let opened = 0
  const many = await idsOf(store, 10_000)
  const rows: [string, number, () => Promise<unknown>, number?][] = [
    ['first page', 20, page({})],
    ['page 2,000', 20, page({ page: mails / pageSize })],
    ['unread mails, page 300', 20, page({ filter: 'unread', page: 300 })],
    ['by sender, page 1,000', 100, page({ sort: 'from', page: 1_000 })],
    ['flagged view, first page', 20, page({ folder: 'flag' })],
    ['folders with unread counts', 20, () => store.folders()],
    ['search 发票', 20, search('发票')],
    [
      'search 发票, page 50',
      50,
      () => store.search({ keyword: '发票', location: 'all', folder: null, page: 50, pageSize }),
    ],
    [
      'search 发票 in a folder',
      50,
      () => store.search({ keyword: '发票', location: 'all', folder: 'inbox', page: 1, pageSize }),
    ],
    ['search 项目进度 (in half of all)', 100, search('项目进度')],
    ['search invo… (in nearly all)', 100, search('invo')],
    ['open a mail', 10, () => store.open(ids[opened++ % ids.length] ?? '')],
    ['keep an arriving mail', 50, () => append(store, spool, next())],
    [
      'mark one mail and take the mark away',
      20,
      async () => {
        await store.mark(ids.slice(0, 1), 'flagged')
        await store.mark(ids.slice(0, 1), 'unflagged')
      },
    ],
    [
      'move one mail away and back',
      20,
      async () => {
        await store.move(ids.slice(0, 1), 'deleted')
        await store.move(ids.slice(0, 1), 'inbox')
      },
    ],
    [
      'mark 10,000 as read and unread',
      2_000,
      async () => {
        await store.mark(many, 'seen')
        await store.mark(many, 'unseen')
      },
      3,
    ],
    [
      'move 10,000 away and back',
      3_000,
      async () => {
        await store.move(many, 'deleted')
        await store.move(many, 'inbox')
      },
      3,
    ],
  ]
  const measured: Row[] = []
  for (const [name, budgetMs, work, times] of rows)
    measured.push({ name, medianMs: await median(work, times), budgetMs })
  return measured
}

async function idsOf(store: MailStore, most: number): Promise<string[]> {
  const ids: string[] = []
  for (let page = 1; ids.length < most; page += 1) {
    const found = await store.page({ folder: 'inbox', page, pageSize: 200, sort: 'date', order: 'desc', filter: 'all' })
    ids.push(...(found?.list ?? []).map((mail) => mail.id))
  }
  return ids
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const start = performance.now()
  const rows = await benchStore()
  for (const row of rows)
    console.log(`${row.name.padEnd(40)} ${row.medianMs.toFixed(2).padStart(9)} ms  (budget ${row.budgetMs})`)
  console.log(`in all ${((performance.now() - start) / 1_000).toFixed(0)} s`)
}
