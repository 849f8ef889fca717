/** A gateway that the system stops in the middle of a hand-over, and lets go on when another has taken over. */
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { makeWorld } from '../support/gateway/twoGateways'
import { makePostgresPlace, type PostgresPlace } from './postgresPlace'

const program = fileURLToPath(new URL('../support/kills/stalledSend.ts', import.meta.url))
const leaseMs = 1_000

let place: PostgresPlace
beforeEach(async () => {
  place = await makePostgresPlace()
})
afterEach(() => place.close())

it('R18: a stopped process that wakes after its lease sends nothing: the mail goes once, by the other', async () => {
  let said = ''
  const child = execFile(process.execPath, ['--import', 'tsx', program, place.url.href, String(leaseMs)])
  child.stdout?.on('data', (text: string) => {
    said += text
  })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  try {
    // As Linux tells it: T is a process that was stopped.
    const isStopped = async () => /\) T /.test(await readFile(`/proc/${child.pid}/stat`, 'utf8'))
    await expect.poll(isStopped).toBe(true)
    const world = makeWorld()
    const other = world.gateway(place.db(), { options: { leaseMs, pollMs: 100 } })
    other.dispatcher.start()
    await expect.poll(() => world.sent).toEqual(['e1@elsewhere.example'])
    await expect.poll(() => other.states('e1')).toEqual(['sent'])
    child.kill('SIGCONT')
    await ended
    await other.dispatcher.stop()
    expect(said.trim()).toBe('LeaseLost')
    expect(await other.states('e1')).toEqual(['sent'])
  } finally {
    child.kill('SIGKILL')
  }
})
