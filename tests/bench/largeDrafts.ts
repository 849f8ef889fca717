/**
 * What large drafts cost the built gateway's memory, and somebody else's list meanwhile:
 * `npm run bench -- drafts`. Each way of saving them has a gateway of its own, which runs as the service file says.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { limits } from '#contract/limits'
import { percentile } from '../support/canary/canary'
import { openMailbox, signIn } from './fullMailbox'
import { startGateway } from './gateway'
import type { Row } from './row'

const mails = 200
const characters = limits.htmlCharacters - 1_024
const restMs = 10_000
const askedEveryMs = 30
/** Megabytes over the gateway at rest, and milliseconds of somebody else's list at p99. */
const most = { megabytes: 200, p99: 200 }

const filled = (piece: string) => piece.repeat(Math.floor(characters / piece.length))
const paragraphs = () => filled('<p>x')

const shapes: readonly (() => string)[] = [
  paragraphs,
  () => filled('<div>'),
  () => filled('word '),
  () => `<p ${filled('a1="b" ').slice(0, -10)}>x`,
  () => filled('<a href="https://a.test/">x</a>'),
  () => filled('&amp;'),
  () => filled('<td>x'),
  () => filled('<!--x-->'),
]

type Way = {
  readonly name: string
  readonly people: number
  readonly drafts: readonly (() => string)[]
  readonly atOnce: boolean
}

const same = (count: number) => Array.from({ length: count }, () => paragraphs)

const ways: readonly Way[] = [
  { name: 'one draft of 8 MB', people: 1, drafts: same(1), atOnce: true },
  { name: '4 at once by one account', people: 1, drafts: same(4), atOnce: true },
  { name: '12 at once by one account', people: 1, drafts: same(12), atOnce: true },
  { name: '12 at once by 4 accounts', people: 4, drafts: same(12), atOnce: true },
  { name: '8 shapes, one after another', people: 1, drafts: shapes, atOnce: false },
]

/** Takes each way in a folder that `inFolder` makes for it. */
export async function benchLargeDrafts(
  inFolder: (work: (dataDir: string) => Promise<readonly Row[]>) => Promise<readonly Row[]>,
): Promise<readonly Row[]> {
  const rows: Row[] = []
  for (const way of ways) rows.push(...(await inFolder((dataDir) => benchWay(dataDir, way))))
  return rows
}

/** What `docs/operations/ep-mail.service` tells the C library of memory. */
async function allocatorSettings(): Promise<Readonly<Record<string, string>>> {
  const service = await readFile(new URL('../../docs/operations/ep-mail.service', import.meta.url), 'utf8')
  const settings = [...service.matchAll(/\b(MALLOC_\w+)=(\d+)/g)].map(([, name = '', value = '']) => [name, value])
  if (settings.length === 0) throw new Error('ep-mail.service sets nothing of memory')
  return Object.fromEntries(settings)
}

async function benchWay(dataDir: string, { name, people, drafts, atOnce }: Way): Promise<readonly Row[]> {
  const writers = Array.from({ length: people }, (_, at) => ({ ...signIn, username: `writer${at}@ep.test` }))
  for (const { username } of [signIn, ...writers])
    await (await openMailbox(dataDir, { address: username, mails })).close()
  const gateway = await startGateway(dataDir, await allocatorSettings())
  try {
    const { url, pid } = gateway
    const listing = openProbe(url, await tokenOf(url, signIn))
    const tokens = await Promise.all(writers.map((writer) => tokenOf(url, writer)))
    await listing.during(() => pause(3_000))
    const before = await residentMegabytes(pid, 'VmRSS')
    // Linux counts the most from here on (proc(5), clear_refs).
    await writeFile(`/proc/${pid}/clear_refs`, '5')
    const said: string[] = []
    const save = async (content: () => string, at: number) => {
      said.push(await saveDraft(url, tokens[at % people] ?? '', content()))
    }
    const began = performance.now()
    const times = await listing.during(async () => {
      if (atOnce) await Promise.all(drafts.map(save))
      else for (const [at, content] of drafts.entries()) await save(content, at)
    })
    const seconds = (performance.now() - began) / 1_000
    await pause(restMs)
    const peak = await residentMegabytes(pid, 'VmHWM')
    const after = await residentMegabytes(pid, 'VmRSS')
    await listing.close()
    const answers = [...new Set(said)].map((code) => `${said.filter((one) => one === code).length} × ${code}`)
    console.log(`${name}: ${answers.join(', ')} in ${seconds.toFixed(1)} s; ${before.toFixed(0)} MB at rest`)
    return [
      { name: `${name}: memory over rest`, measured: peak - before, budget: most.megabytes, unit: 'MB' },
      { name: `${name}: and 10 s after`, measured: after - before, budget: null, unit: 'MB' },
      { name: `${name}: list of somebody else, p99`, measured: percentile(times, 0.99), budget: most.p99, unit: 'ms' },
      { name: `${name}: list of somebody else, longest`, measured: Math.max(...times), budget: null, unit: 'ms' },
    ]
  } finally {
    await gateway.close()
  }
}

const form = 'application/x-www-form-urlencoded'

async function tokenOf(url: string, who: typeof signIn): Promise<string> {
  const body = new URLSearchParams({ ...who, timezone: 'Asia/Shanghai' })
  const said: unknown = await (await fetch(`${url}/webmail/login/loginService.action`, { method: 'POST', body })).json()
  return String(Object(said).accessToken)
}

/** Answers the code. */
async function saveDraft(url: string, token: string, html: string): Promise<string> {
  const answer = await fetch(`${url}/webmail/writemail/saveDraft.action`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': form },
    body: new URLSearchParams({ subject: 'large', html }).toString(),
  })
  return String(Object(await answer.json()).code)
}

/** Asks for the list of an inbox from a thread of its own. */
function openProbe(url: string, token: string) {
  const asked = {
    url: `${url}/webmail/query/queryfolder2.action`,
    everyMs: askedEveryMs,
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': form },
    body: 'folder=inbox&pageSize=50',
  }
  const probe = new Worker(new URL('../support/canary/probe.mjs', import.meta.url), { workerData: asked })
  return {
    during: async (work: () => Promise<unknown>): Promise<readonly number[]> => {
      probe.postMessage('begin')
      await work()
      const ended = new Promise<{ latencies: readonly number[]; failed: number }>((resolve) =>
        probe.once('message', resolve),
      )
      probe.postMessage('end')
      const { latencies, failed } = await ended
      if (failed > 0) throw new Error(`${failed} lists were not answered`)
      return latencies
    },
    close: () => probe.terminate(),
  }
}

async function residentMegabytes(pid: number | undefined, field: 'VmRSS' | 'VmHWM'): Promise<number> {
  const kibibytes = new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1]
  return (Number(kibibytes) * 1_024) / 1e6
}
