/** Runs what is random for long; the exit code is 1 when anything is at fault. */
import { parseArgs } from 'node:util'
import { openDatabase } from '../../server/sql/openDatabase'
import { missingPackages } from '../servers/lab/packages.mjs'
import { compileRules } from '../support/mail/compiledRules'
import { runOrderSequence } from '../support/membership/orderSequence'
import { migratedDatabase } from '../support/stores/migratedDatabase'
import { soakCuts } from './cuts'
import { soakHostile } from './hostile'
import { soakKilledBatches } from './killedSends'
import { soakLoad } from './load'
import { fuzzMime } from './mime'
import { soakSend } from './send'
import { soakTabs } from './tabs'
import { soakTiming } from './timing'
import { fuzzTnef } from './tnef'

const { values } = parseArgs({
  options: {
    messages: { type: 'string', default: '100000' },
    kills: { type: 'string', default: '1000' },
    /** In Chromium, over the built app. */
    tabs: { type: 'string', default: '200' },
    /** Over real mail servers, as root on Debian; 0 leaves them out. */
    cuts: { type: 'string', default: '500' },
    /** In batches, each with a SIGKILL of the gateway; over the embedded store. */
    sends: { type: 'string', default: '1000' },
    /** The same over real mail servers; 0 leaves them out. */
    'server-sends': { type: 'string', default: '1000' },
    /** Of 200 sessions with 20 requests a second. */
    'load-minutes': { type: 'string', default: '30' },
    /** Mutated, to a real gateway whose other users are watched. */
    mails: { type: 'string', default: '100000' },
    forms: { type: 'string', default: '10000' },
    /** Random sequences of pay, notice, query, close, refund and crash. */
    orders: { type: 'string', default: '10000' },
    /** Sets of rules, for Pigeonhole's compiler, as root on Debian; 0 leaves them out. */
    rules: { type: 'string', default: '10000' },
    /** Runs of each call whose time could tell who there is; 0 leaves them out. */
    timing: { type: 'string', default: '400' },
    /** Runs the same again; another one each time when it is not given. */
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
})

function countOf(name: keyof typeof values): number {
  const count = Number(values[name])
  if (Number.isInteger(count) && count >= 0) return count
  console.error(`--${name} takes a whole number.`)
  process.exit(2)
}

const [messages, kills, tabs] = [countOf('messages'), countOf('kills'), countOf('tabs')]
const [cuts, seed] = [countOf('cuts'), countOf('seed')]
const [sends, serverSends, loadMinutes] = [countOf('sends'), countOf('server-sends'), countOf('load-minutes')]
const [mails, forms, orders] = [countOf('mails'), countOf('forms'), countOf('orders')]
const [rules, timing] = [countOf('rules'), countOf('timing')]
const began = performance.now()
const faults: string[] = []
const messagesAtOnce = 10_000
const killsAtOnce = 25
const ordersAtOnce = 500
const rulesAtOnce = 200

function say(line: string): void {
  console.log(`${String(Math.round((performance.now() - began) / 1_000)).padStart(6)} s  ${line}`)
}

/** Each block has a seed of its own, which is printed where it fails: only that block need be run again. */
function soakMime(): void {
  let slowest = 0
  for (let read = 0; read < messages; read += messagesAtOnce) {
    const count = Math.min(messagesAtOnce, messages - read)
    try {
      slowest = Math.max(slowest, fuzzMime(count, seed + read).slowest, fuzzTnef(count, seed + read).slowest)
    } catch (error) {
      faults.push(error instanceof Error ? `${error.message}: ${String(error.cause ?? '')}` : String(error))
    }
    say(`${read + count} of ${messages} hostile messages read, the slowest in ${slowest.toFixed(0)} ms`)
  }
}

async function soakKilledSends(): Promise<void> {
  let killed = 0
  for (let done = 0; done < kills; done += killsAtOnce) {
    const rounds = Math.min(killsAtOnce, kills - done)
    const result = await soakSend({ seed: seed + done, rounds })
    killed += result.killed
    faults.push(...result.faults)
    say(`${done + rounds} of ${kills} sends, ${killed} killed on the way, ${faults.length} faults so far`)
  }
}

/** Each block in a database of its own, which stays small. */
async function soakOrders(): Promise<void> {
  for (let done = 0; done < orders; done += ordersAtOnce) {
    const count = Math.min(ordersAtOnce, orders - done)
    const db = openDatabase(await migratedDatabase())
    try {
      for (let at = seed + done; at < seed + done + count; at += 1)
        for (const fault of await runOrderSequence(db, at)) faults.push(`orders, seed ${at}: ${fault}`)
    } finally {
      await db.destroy()
    }
    say(`${done + count} of ${orders} sequences of orders, ${faults.length} faults so far`)
  }
}

async function soakRules(): Promise<void> {
  if (rules === 0) return
  if (missingPackages().includes('dovecot-sieve')) {
    faults.push('no rules without dovecot-sieve: npm run test:all -- --only servers brings it')
    return
  }
  for (let done = 0; done < rules; done += rulesAtOnce) {
    const count = Math.min(rulesAtOnce, rules - done)
    faults.push(...(await compileRules({ count, seed: seed + done })))
    say(`${done + count} of ${rules} sets of rules, ${faults.length} faults so far`)
  }
}

say(`seed ${seed}`)
// Before all else, while nothing of this run works beside it.
faults.push(...(await soakTiming({ runs: timing, seed }, say)))
soakMime()
await soakRules()
await soakOrders()
faults.push(...(await soakHostile({ seed, mails, forms }, say)))
await soakKilledSends()
faults.push(...(await soakKilledBatches('embedded', { count: sends, seed }, say)))
faults.push(...(await soakKilledBatches('servers', { count: serverSends, seed }, say)))
faults.push(...(await soakLoad({ minutes: loadMinutes, seed }, say)))
faults.push(...(await soakTabs({ seed, tabs }, say)))
faults.push(...(await soakCuts({ seed, cuts }, say)))
for (const fault of faults) console.error(`FAULT  ${fault}`)
say(faults.length === 0 ? 'No fault' : `${faults.length} faults`)
if (faults.length > 0) process.exitCode = 1
