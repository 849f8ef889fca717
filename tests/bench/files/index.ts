/**
 * A large file up and down, beside a plain server that writes and hashes the same bytes,
 * and the list of 100,000 attachments: `npm run bench -- files [BYTES]`.
 */
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { Agent, get, request } from 'node:http'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { limits } from '#contract/limits'
import { mails, openMailbox, signIn } from '../fullMailbox'
import { type BenchGateway, startGateway } from '../gateway'
import { median, type Row } from '../row'
import { enterAttachments } from './enterAttachments'

const gibibyte = 1024 ** 3
const rounds = 3
const least = 0.6
const mostMegabytes = 64
const mostMs = 20
const piece = limits.uploadPartBytes
const agent = new Agent({ keepAlive: true })

type Timed = { readonly ours: number; readonly plain: number }

/** `bytes`: of the file that goes up and down, a multiple of what one part of an upload holds. */
export async function benchFiles(dataDir: string, bytes: number = gibibyte): Promise<readonly Row[]> {
  await (await openMailbox(dataDir, { address: signIn.username, mails, written: 2_000 })).close()
  await enterAttachments(dataDir)
  const gateway = await startGateway(dataDir)
  const plain = await startPlain(join(dataDir, 'plain.bin'))
  try {
    await gateway.signIn(signIn)
    const lists = await benchLists(gateway)
    return [...lists, ...(await benchTransfers(gateway, plain.url, bytes))]
  } finally {
    agent.destroy()
    await plain.close()
    await gateway.close()
  }
}

async function startPlain(path: string) {
  const worker = new Worker(new URL('./plain.mjs', import.meta.url), { workerData: { path } })
  const [port] = await once(worker, 'message')
  return { url: `http://127.0.0.1:${String(port)}/`, close: () => worker.terminate() }
}

const asked: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
  ['the first page', {}],
  ['a page in the middle', { after: `${mails / 2}.0` }],
  ['of one kind', { kind: 'picture' }],
  ['in one folder', { where: 'folder', folder: 'inbox' }],
  ['a name that every tenth has', { name: '发票' }],
  ['a name that all have', { name: '2026' }],
  ['a name that one has', { name: '发票70000' }],
  ['a sender that every message has', { sender: 'example.com' }],
  ['a time that the oldest alone fit', { before: String(1_700_000_000_000 + 60_000 * 20) }],
  ['a size that the oldest alone fit', { size: '50000000' }],
  ['a name that all have, of a kind that few have', { name: '2026', kind: 'archive' }],
]

async function benchLists(gateway: BenchGateway): Promise<readonly Row[]> {
  const rows: Row[] = []
  for (const [name, form] of asked) {
    const ask = () => gateway.call('POST', 'query/attachments.action', form)
    const { list } = Object(await ask())
    if (!Array.isArray(list) || list.length === 0) throw new Error(`No attachment: ${name}`)
    rows.push({ name: `attachments: ${name}`, measured: await median(ask), budget: mostMs, unit: 'ms' })
  }
  return rows
}

async function benchTransfers(gateway: BenchGateway, plain: string, bytes: number): Promise<readonly Row[]> {
  const { pid = 0 } = gateway
  const sha256 = hashOf(bytes)
  const before = await memoryOf(pid, 'VmRSS')
  // Linux counts the most from here on (proc(5), clear_refs).
  await writeFile(`/proc/${pid}/clear_refs`, '5')
  const [up, down]: [Timed[], Timed[]] = [[], []]
  for (let round = 0; round < rounds; round += 1) {
    const ours = await timed(() => uploadOurs(gateway, bytes, sha256))
    const theirs = await timed(() => uploadPlain(plain, bytes, sha256))
    up.push({ ours: ours.ms, plain: theirs.ms })
    const { sid } = Object(await gateway.call('GET', 'readmail/sid.action'))
    const from = `${gateway.url}/webmail/files/download.action?${new URLSearchParams({ sid, id: ours.value })}`
    const read = await timed(() => download(from, bytes))
    down.push({ ours: read.ms, plain: (await timed(() => download(plain, bytes))).ms })
    await gateway.call('POST', 'files/trash.action', { ids: [ours.value] })
    await gateway.call('POST', 'files/remove.action', { ids: [ours.value] })
  }
  const peak = await memoryOf(pid, 'VmHWM')
  const size = `${Math.round(bytes / 1024 / 1024)} MiB`
  return [
    ...shareOf(`${size} up, of what a plain server takes in`, up),
    ...shareOf(`${size} down, of what a plain server gives`, down),
    { name: `memory over rest with ${size} up and down`, measured: peak - before, budget: mostMegabytes, unit: 'MB' },
  ]
}

function shareOf(name: string, runs: readonly Timed[]): readonly Row[] {
  const middle = (values: readonly number[]) => values.toSorted((one, other) => one - other)[runs.length >> 1] ?? 0
  const [ours, plain] = [middle(runs.map((run) => run.ours)), middle(runs.map((run) => run.plain))]
  return [
    { name, measured: middle(runs.map((run) => run.plain / run.ours)), budget: least, isLeast: true, unit: 'times' },
    { name: `${name}: time`, measured: ours, budget: null, unit: 'ms', bare: plain },
  ]
}

async function timed<T>(work: () => Promise<T>): Promise<{ readonly value: T; readonly ms: number }> {
  const start = performance.now()
  const value = await work()
  return { value, ms: performance.now() - start }
}

/** The same bytes in each piece but for its number, so that nothing is alike twice. */
const filler = Buffer.alloc(piece, 'EP mail ')
function pieceAt(offset: number): Buffer<ArrayBuffer> {
  filler.writeUInt32BE(offset / piece)
  return filler
}

function hashOf(bytes: number): string {
  const hash = createHash('sha256')
  for (let offset = 0; offset < bytes; offset += piece) hash.update(pieceAt(offset))
  return hash.digest('hex')
}

let files = 0

/** As the browser sends it; answers the id of the file. */
async function uploadOurs(gateway: BenchGateway, bytes: number, sha256: string): Promise<string> {
  files += 1
  const name = `large ${files}.bin`
  const begin = { name, type: 'application/octet-stream', size: String(bytes) }
  const { uploadId } = Object(await gateway.call('POST', 'files/startUpload.action', begin))
  for (let offset = 0; offset < bytes; offset += piece)
    await gateway.sendBytes('writemail/uploadPart.action', { uploadId, offset: String(offset) }, pieceAt(offset))
  await gateway.call('POST', 'writemail/finishUpload.action', { uploadId, sha256 })
  const { entry } = Object(await gateway.call('POST', 'files/addFile.action', { uploadId, name }))
  return String(Object(entry).id)
}

async function uploadPlain(url: string, bytes: number, sha256: string): Promise<void> {
  const sent = request(url, { agent, method: 'POST', headers: { 'content-length': bytes } })
  const answered = once(sent, 'response')
  for (let offset = 0; offset < bytes; offset += piece)
    if (!sent.write(Buffer.from(pieceAt(offset)))) await once(sent, 'drain')
  sent.end()
  const [response] = await answered
  let said = ''
  for await (const text of response) said += text
  if (said !== sha256) throw new Error('The plain server wrote something else')
}

async function download(url: string, bytes: number): Promise<void> {
  const [response] = await once(get(url, { agent }), 'response')
  let read = 0
  for await (const { length } of response) read += length
  if (read !== bytes) throw new Error(`${read} of ${bytes} bytes came down`)
}

async function memoryOf(pid: number, field: 'VmRSS' | 'VmHWM'): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return (Number(new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]) * 1_024) / 1e6
}
