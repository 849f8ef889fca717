/** What the time of a call tells whoever guesses (TRUST S19): one answer takes the same statements. */
import SqliteFile from 'better-sqlite3'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { makeTestGateway, type TestGateway } from '../../support/gateway/gateway'
import { readableCaptchas } from '../../support/mail/readableCaptchas'
import { measuredCalls } from '../../support/timing/timedCalls'
import { makeTimedCases, type TimedCases, timedEnv } from '../../support/timing/timedCases'

const file = new SqliteFile(':memory:')
/** What every prepared statement is run by. */
const prepared: Pick<SqliteFile.Statement, 'all' | 'run'> = Object.getPrototypeOf(file.prepare('select 1'))
let gateway: TestGateway
let cases: TimedCases
beforeEach(async () => {
  const captchas = readableCaptchas()
  gateway = await makeTestGateway({ env: timedEnv, paintCaptcha: captchas.paintCaptcha })
  cases = await makeTimedCases(gateway, captchas)
})
afterEach(async () => {
  vi.restoreAllMocks()
  await gateway.close()
})

it.each(measuredCalls)('S19: %s asks the database as often for one person as for another', async (path) => {
  const seen: { code: unknown; fields: string[]; statements: number }[] = []
  for (const { ready } of cases[path]) {
    const call = await ready()
    // What the gateway does by itself is no part of the call.
    await gateway.drain()
    const run = [vi.spyOn(prepared, 'all'), vi.spyOn(prepared, 'run')]
    const { json } = await call()
    const statements = run.reduce((sum, { mock }) => sum + mock.calls.length, 0)
    vi.restoreAllMocks()
    seen.push({ code: json.code, fields: Object.keys(json), statements })
  }
  expect(seen[0]?.statements).toBeGreaterThan(0)
  expect(seen).toEqual(seen.map(() => seen[0]))
})
