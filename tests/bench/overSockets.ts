/** What the built gateway takes over its own sockets: lists and mails by HTTP, 1,000 deliveries by SMTP, and its memory all along. */
import nodemailer from 'nodemailer'
import * as v from 'valibot'
import { mails, signIn } from './fullMailbox'
import { type BenchGateway, startGateway } from './gateway'
import { median, type Row } from './row'

const pageSize = 50
const deliveries = 1_000
/** Lines on which they come in at once. */
const lines = 5
const folders = v.object({ folders: v.array(v.object({ id: v.string(), total: v.number() })) })
const listed = v.object({ list: v.array(v.object({ id: v.string() })) })

/** `dataDir` holds the full mailbox. */
export async function benchSockets(dataDir: string): Promise<readonly Row[]> {
  const gateway = await startGateway(dataDir)
  try {
    await gateway.signIn(signIn)
    const calls = await benchCalls(gateway)
    const open = await memory(gateway, 'memory with 100,000 mails open')
    const taken = await benchDelivery(gateway)
    return [...calls, taken, ...open, ...(await memory(gateway, 'memory throughout, 1,000 deliveries included'))]
  } finally {
    await gateway.close()
  }
}

async function benchCalls({ call }: BenchGateway): Promise<readonly Row[]> {
  const page = (at: number) => () =>
    call('POST', 'query/queryfolder2.action', { folder: 'inbox', page: String(at), pageSize: String(pageSize) })
  const ids = v.parse(listed, await page(1)()).list.map(({ id }) => id)
  let opened = 0
  const open = () => call('POST', 'readmail/showMail.action', { id: ids[opened++ % ids.length] ?? '' })
  // Both are warm before either is measured, so that the ratio says nothing of which came first.
  await median(page(mails / pageSize))
  await median(page(1))
  const first = await median(page(1))
  const last = await median(page(mails / pageSize))
  const ms = (name: string, measured: number, budget: number): Row => ({ name, measured, budget, unit: 'ms' })
  return [
    ms('first page', first, 20),
    ms('page 2,000', last, 20),
    { name: 'page 2,000 against the first', measured: last / first, budget: 2, unit: 'times' },
    ms('folders with unread counts', await median(() => call('GET', 'query/folderinfo.action')), 20),
    ms(
      'search 发票',
      await median(() => call('POST', 'query/search2.action', { keyword: '发票', location: 'all' })),
      20,
    ),
    ms('open a mail', await median(open), 10),
  ]
}

async function benchDelivery(gateway: BenchGateway): Promise<Row> {
  const before = await inboxTotal(gateway)
  const transport = nodemailer.createTransport({
    host: '127.0.0.1',
    port: gateway.smtpPort,
    ignoreTLS: true,
    pool: true,
    maxConnections: lines,
    maxMessages: Number.POSITIVE_INFINITY,
  })
  const envelope = { from: 'wang@elsewhere.example', to: [signIn.username] }
  const messages = Array.from({ length: deliveries }, (_, n) => messageNumber(n))
  const start = performance.now()
  await Promise.all(messages.map((raw) => transport.sendMail({ envelope, raw })))
  const measured = (performance.now() - start) / 1_000
  transport.close()
  const arrived = (await inboxTotal(gateway)) - before
  if (arrived !== deliveries) throw new Error(`${arrived} of ${deliveries} mails arrived`)
  return { name: '1,000 mails delivered by SMTP', measured, budget: 20, unit: 's' }
}

async function inboxTotal({ call }: BenchGateway): Promise<number> {
  const info = v.parse(folders, await call('GET', 'query/folderinfo.action'))
  return info.folders.find(({ id }) => id === 'inbox')?.total ?? 0
}

/** Some 8 KB of text in both languages and its HTML twin; every tenth brings a file of 100 KB. */
function messageNumber(n: number): string {
  const text = `您好，附件为第 ${n} 号合同的修订稿，请在周五之前确认。 Please confirm revision ${n} by Friday.\r\n`
  const base64 = (bytes: Buffer) => bytes.toString('base64').replaceAll(/.{76}/g, '$&\r\n')
  const part = (head: string, bytes: Buffer) =>
    `--b\r\n${head}\r\nContent-Transfer-Encoding: base64\r\n\r\n${base64(bytes)}\r\n`
  const file = 'Content-Type: application/pdf\r\nContent-Disposition: attachment; filename="revision.pdf"'
  return [
    `From: Wang Li <wang@elsewhere.example>\r\nTo: Lin <${signIn.username}>\r\nSubject: Revision ${n}\r\n`,
    `Message-ID: <bench-${n}@elsewhere.example>\r\nDate: Fri, 20 Nov 2026 08:00:00 +0800\r\nMIME-Version: 1.0\r\n`,
    'Content-Type: multipart/mixed; boundary=b\r\n\r\n',
    part('Content-Type: text/plain; charset=utf-8', Buffer.from(text.repeat(20))),
    part('Content-Type: text/html; charset=utf-8', Buffer.from(`<p>${text}</p>`.repeat(20))),
    n % 10 === 0 ? part(file, Buffer.alloc(100_000, n)) : '',
    '--b--\r\n',
  ].join('')
}

async function memory(gateway: BenchGateway, name: string): Promise<readonly Row[]> {
  const measured = await gateway.peakMegabytes()
  return measured === null ? [] : [{ name, measured, budget: 250, unit: 'MB' }]
}
