/** Kills a sending process at moments drawn from a seed, again and again, and counts what came of each mail (TRUST R1). */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { callerOf, openSending, sendForm } from '../support/sendingPlace'
import { openSmtpSink } from '../support/smtpSink'

const program = fileURLToPath(new URL('../support/killedSend.ts', import.meta.url))
const to = ['wang@ep.test', 'anna@elsewhere.example']
const later = 10 * 60_000
/** The share of a whole run in which its process does nothing but load. */
const loading = 0.4

export type SendSoak = { readonly rounds: number; readonly killed: number; readonly faults: readonly string[] }

export async function soakSend({
  seed,
  rounds,
}: {
  readonly seed: number
  readonly rounds: number
}): Promise<SendSoak> {
  const random = randomFrom(seed)
  const faults: string[] = []
  let killed = 0
  // The first is left alone: how long it takes here and now says when the next can be killed in the middle.
  let wholeMs = Number.POSITIVE_INFINITY
  for (let round = 0; round < rounds; round++) {
    const result = await oneRound(wholeMs * (loading + (1.05 - loading) * random()))
    if (result.killed) killed += 1
    else wholeMs = result.tookMs
    if (result.fault !== null) faults.push(`seed ${seed}, round ${round}: ${result.fault}`)
  }
  return { rounds, killed, faults }
}

type Round = { readonly killed: boolean; readonly tookMs: number; readonly fault: string | null }

async function oneRound(killAfterMs: number): Promise<Round> {
  const folder = await mkdtemp(join(tmpdir(), 'ep-mail-'))
  const sink = await openSmtpSink()
  try {
    const before = await openSending({ folder, relayPort: sink.port })
    for (const name of ['lin', 'wang', 'bea']) await before.account(name)
    await before.close()
    const run = ['--import', 'tsx', program, folder, String(sink.port), 'never', to.join(',')]
    const began = performance.now()
    const child = spawn(process.execPath, run, { stdio: 'ignore' })
    const timer = Number.isFinite(killAfterMs) ? setTimeout(() => child.kill('SIGKILL'), killAfterMs) : undefined
    await once(child, 'exit')
    clearTimeout(timer)
    const ended = { killed: child.signalCode === 'SIGKILL', tookMs: performance.now() - began }
    return { ...ended, fault: await faultAfterRestart(folder, sink.port, sink.taken) }
  } finally {
    await sink.close()
    await rm(folder, { recursive: true, force: true })
  }
}

async function faultAfterRestart(folder: string, port: number, taken: readonly unknown[]): Promise<string | null> {
  const place = await openSending({ folder, relayPort: port, now: () => Date.now() + later })
  const form = sendForm({ to, bcc: ['bea@ep.test'], idempotencyKey: 'once' })
  await place.send(form, callerOf(await place.account('lin')))
  await place.dispatcher.drain()
  const found: number[] = []
  for (const [name, box] of [
    ['wang', 'inbox'],
    ['bea', 'inbox'],
    ['lin', 'sent'],
  ] as const)
    found.push((await place.mails(name, box)).length)
  const notices = (await place.mails('lin', 'inbox')).length
  await place.close()
  if (found.some((count) => count !== 1)) return `delivered ${found.join(', ')} times`
  if (taken.length > 1) return `handed out ${taken.length} times`
  return taken.length + notices === 0 ? 'lost without a word' : null
}

/** Mulberry32: small, and the same everywhere. */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
