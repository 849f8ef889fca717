/**
 * Many people at one gateway for long: a fixed number of requests a second, mixed, whether or not the ones before are answered. The gateway
 * is a process of its own on loopback, over the embedded store; it ends with the load.
 */
import { mkdtemp, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { prepare } from '../../server/bin/prepare.mjs'
import { makePasswordHasher } from '../../server/session/password/passwordHasher.argon2'
import { folderInfo, pollNewMail, queryFolder, search } from '../../src/contract/endpoints/mail/mail'
import { showMail } from '../../src/contract/endpoints/mail/reading'
import { saveDraft, sendMail } from '../../src/contract/endpoints/sending/sending'
import type { CallGateway } from '../../src/lib/http/outcome'
import { freePort } from '../servers/lab/ports'
import { makeTestGateway, testPassword } from '../support/gateway/gateway'
import { gatewayProcess } from '../support/gateway/gatewayProcess'
import { signedIn } from '../support/kills/killedBatches'
import { removeFolder } from '../support/removeFolder'
import { seededRandom } from '../support/seededRandom'

export type LoadOptions = { readonly minutes: number; readonly seed: number }

type Person = { readonly address: string; readonly call: CallGateway; readonly ids: readonly string[] }
type Ask = (person: Person, turn: number, other: Person) => Promise<boolean>

const people = 200
const messagesEach = 60
const requestsPerSecond = 20
/** Milliseconds of the 95th percentile that must not be reached. */
const slowest = { list: 300, open: 500 }
const mostErrors = 0.001
/** By how much the memory may grow after the first minutes. */
const mostGrowth = 0.1
const warmUpMinutes = 5

const ok = async (outcome: Promise<{ readonly ok: boolean }>) => (await outcome).ok

const asks = {
  list: ({ call }, turn) => ok(call(queryFolder, { folder: 'inbox', page: 1 + (turn % 3), pageSize: 20 })),
  open: ({ call, ids }, turn) => ok(call(showMail, { id: ids[turn % ids.length] ?? '' })),
  folders: ({ call }) => ok(call(folderInfo, {})),
  search: ({ call }, turn) => ok(call(search, { keyword: `word${turn % 40}`, location: 'all' })),
  poll: ({ call }) => ok(call(pollNewMail, {})),
  draft: ({ call }, turn) => ok(call(saveDraft, { to: [], subject: `draft ${turn}`, html: `<p>words ${turn}</p>` })),
  send: ({ call, address }, turn, other) => {
    const [subject, key] = [`send ${turn}`, `${address} ${turn}`]
    return ok(
      call(sendMail, { to: [other.address], subject, html: '<p>x</p>', attachmentIds: [], idempotencyKey: key }),
    )
  },
} as const satisfies Record<string, Ask>

type Kind = keyof typeof asks
/** How often of twenty each is asked. */
const mix: readonly Kind[] = [
  ...['list', 'list', 'list', 'list', 'list', 'list'],
  ...['open', 'open', 'open', 'open', 'open', 'folders', 'folders'],
  ...['poll', 'poll', 'poll', 'poll', 'search', 'draft', 'send'],
] as readonly Kind[]

/** Answers what is beyond the figures of docs/threats.md; `say` hears how far it is. */
export async function soakLoad(
  { minutes, seed }: LoadOptions,
  say: (line: string) => void,
): Promise<readonly string[]> {
  if (minutes === 0) return []
  await prepare(say)
  const folder = await mkdtemp(join(tmpdir(), 'ep-mail-'))
  const addresses = Array.from({ length: people }, (_, at) => `person${at}@ep.test`)
  try {
    await fillStore(folder, addresses)
    say(`load: ${people} mailboxes with ${messagesEach} messages each`)
    const port = String(await freePort())
    const own = { DATA_DIR: folder, DEMO: '0', HOST: '127.0.0.1', PORT: port, SMTP_PORT: '0' }
    const gateway = gatewayProcess({ PATH: process.env.PATH, ...own })
    await gateway.start()
    try {
      return await load(gateway.url, () => residentBytes(gateway.pid()), addresses, { minutes, seed }, say)
    } finally {
      await gateway.stop()
    }
  } finally {
    await removeFolder(folder)
  }
}

async function fillStore(dataDir: string, addresses: readonly string[]): Promise<void> {
  const gateway = await makeTestGateway({ dataDir, now: Date.now(), hasher: await makePasswordHasher() })
  for (const address of addresses) {
    await gateway.account(address)
    for (let at = 0; at < messagesEach; at += 1) {
      const head = `From: Chen <chen${at}@example.cn>\nTo: ${address}\nSubject: word${at % 40} ${at}\nMIME-Version: 1.0`
      await gateway.deliver(
        address,
        `${head}\nContent-Type: text/html; charset=utf-8\n\n${'<p>some words</p>'.repeat(40)}\n`,
      )
    }
  }
  await gateway.close()
}

async function load(
  url: string,
  memory: () => Promise<number>,
  addresses: readonly string[],
  { minutes, seed }: LoadOptions,
  say: (line: string) => void,
): Promise<readonly string[]> {
  const persons: Person[] = []
  for (const address of addresses) {
    const call = await signedIn(url, { address, password: testPassword })
    const listed = await call(queryFolder, { folder: 'inbox', pageSize: 50 })
    persons.push({ address, call, ids: listed.ok ? listed.value.list.map(({ id }) => id) : [] })
  }
  say(`load: ${persons.length} sessions`)
  const below = seededRandom(seed)
  const times: Record<string, number[]> = Object.fromEntries(Object.keys(asks).map((kind) => [kind, []]))
  const bytes: number[] = []
  const pending = new Set<Promise<void>>()
  let [asked, errors] = [0, 0]
  const askOnce = async (kind: Kind, turn: number): Promise<void> => {
    const [person, other] = [persons[below(persons.length)], persons[below(persons.length)]]
    if (person === undefined || other === undefined) return
    const began = performance.now()
    const isAnswered = await asks[kind](person, turn, other)
    times[kind]?.push(performance.now() - began)
    if (!isAnswered) errors += 1
  }
  const began = performance.now()
  const endsAt = began + minutes * 60_000
  for (; performance.now() < endsAt; asked += 1) {
    const wait = began + (asked * 1_000) / requestsPerSecond - performance.now()
    if (wait > 0) await setTimeout(wait)
    const one = askOnce(mix[below(mix.length)] ?? 'list', asked)
    pending.add(one)
    void one.finally(() => pending.delete(one))
    if (asked % requestsPerSecond === 0) bytes.push(await memory())
    if (asked % (requestsPerSecond * 60) === 0)
      say(`load: ${asked} requests, ${errors} errors, ${mebibytes(bytes.at(-1))} MiB`)
  }
  await Promise.all(pending)
  for (const [kind, all] of Object.entries(times))
    say(`load: ${kind} × ${all.length}: p50 ${at(all, 0.5)} ms, p95 ${at(all, 0.95)} ms, p99 ${at(all, 0.99)} ms`)
  const warm = Math.min(warmUpMinutes, minutes / 3) * 60
  const [early, late] = [median(bytes.slice(warm, warm + 30)), median(bytes.slice(-30))]
  say(
    `load: memory ${mebibytes(early)} MiB after the first minutes, ${mebibytes(late)} MiB at the end; ${errors} errors`,
  )
  return [
    ...Object.entries(slowest).flatMap(([kind, most]) =>
      at(times[kind] ?? [], 0.95) < most ? [] : [`load: p95 of ${kind} is ${at(times[kind] ?? [], 0.95)} ms`],
    ),
    ...(errors / asked < mostErrors ? [] : [`load: ${errors} of ${asked} requests failed`]),
    ...(late < early * (1 + mostGrowth)
      ? []
      : [`load: memory grew from ${mebibytes(early)} to ${mebibytes(late)} MiB`]),
  ]
}

/** Resident bytes of a process, as Linux tells them. */
async function residentBytes(pid: number | null): Promise<number> {
  if (pid === null) throw new Error('the gateway ended under load')
  const kibibytes = /^VmRSS:\s+(\d+)/m.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kibibytes) * 1024
}

function at(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  return Math.round((sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0) * 10) / 10
}

const median = (values: readonly number[]) => at(values, 0.5)
const mebibytes = (bytes: number | undefined) => Math.round((bytes ?? 0) / 1024 ** 2)
