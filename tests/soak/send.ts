/** Kills a sending process at moments drawn from a seed, again and again, and counts what came of each mail (TRUST R1). */
import { type KilledRuns, openKilledRuns } from '../support/kills/killedRuns'
import type { KilledWay } from '../support/kills/killedWays'

const to = ['wang@ep.test', 'anna@elsewhere.example']
const ways = ['plain', 'held', 'scheduled', 'separate'] as const satisfies readonly KilledWay[]
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
  let wholeMs = 0
  for (let round = 0; round < rounds; round++) {
    const way = ways[Math.floor(random() * ways.length)] ?? 'plain'
    const result = await oneRound(way, Math.round(wholeMs * (loading + (1.05 - loading) * random())))
    if (result.killed) killed += 1
    else wholeMs = result.tookMs
    if (result.fault !== null) faults.push(`seed ${seed}, round ${round}: ${result.fault}`)
  }
  return { rounds, killed, faults }
}

type Round = { readonly killed: boolean; readonly tookMs: number; readonly fault: string | null }

async function oneRound(way: KilledWay, killAfterMs: number): Promise<Round> {
  const runs = await openKilledRuns(to)
  try {
    const began = performance.now()
    const { signal } = await runs.sendAndDie('never', way, killAfterMs)
    const ended = { killed: signal === 'SIGKILL', tookMs: performance.now() - began }
    return { ...ended, fault: await faultAfterRestart(runs, way) }
  } finally {
    await runs.close()
  }
}

async function faultAfterRestart({ afterRestart, sink }: KilledRuns, way: KilledWay): Promise<string | null> {
  const { wang, bea, sent, notices } = await afterRestart({ again: true, way })
  const found = [wang, bea, sent]
  if (found.some((count) => count !== 1)) return `${way}: delivered ${found.join(', ')} times`
  if (sink.taken.length > 1) return `${way}: handed out ${sink.taken.length} times`
  return sink.taken.length + notices === 0 ? `${way}: lost without a word` : null
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
