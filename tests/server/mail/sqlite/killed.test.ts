import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openSpool } from '#server/mail/spool/fileSpool'
import { createEmbeddedMailStores } from '#server/mail/sqlite/mailStores'
import { plainMime } from '#tests/support/mail/plainMime'
import { makeEmbeddedPlace } from '#tests/support/stores/embeddedSetup'
import { found, owner, pageOf, rawOf } from '../../conformance/mail/mailbox'

describe('a process killed while it keeps mail', () => {
  let place: Awaited<ReturnType<typeof makeEmbeddedPlace>>
  beforeEach(async () => {
    place = await makeEmbeddedPlace()
  })
  afterEach(() => place.close())

  /** Answers the ids that were said to be kept before the kill. */
  async function killAfter(count: number): Promise<string[]> {
    const script = fileURLToPath(new URL('./keepsUntilKilled.ts', import.meta.url))
    const child = spawn(process.execPath, ['--import', 'tsx', script, place.file, place.folder], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const exited = once(child, 'exit')
    const said: string[] = []
    for await (const line of createInterface({ input: child.stdout })) {
      said.push(line)
      if (said.length === count) child.kill('SIGKILL')
    }
    await exited
    return said
  }

  it('R1: has every mail that it said it kept, whole, counted and found, and sweeps what was half done', async () => {
    for (const count of [1, 23]) {
      const said = await killAfter(count)
      expect(said.length).toBeGreaterThanOrEqual(count)
      const db = await place.reopen()
      const spool = openSpool({ db, dataDir: place.folder })
      const lin = createEmbeddedMailStores({ db, spool, mime: plainMime, clock: { now: () => 0 } }).of(owner('lin'))
      expect(await lin.summaries(said)).toHaveLength(said.length)
      for (const id of said) expect(await rawOf(lin, id)).toContain('Good morning.')
      const { total, list } = await pageOf(lin, { pageSize: 200 })
      expect(list).toHaveLength(total)
      expect(await lin.quota()).toMatchObject({ count: total })
      expect((await pageOf(lin, { folder: 'flag' })).total).toBe(list.filter((mail) => mail.flagged).length)
      expect((await found(lin, 'mail', { pageSize: 200 })).length).toBe(total)
      expect((await sql`pragma integrity_check`.execute(db)).rows).toEqual([{ integrity_check: 'ok' }])
      await spool.sweep(Number.MAX_SAFE_INTEGER)
      for (const mail of list) expect(await rawOf(lin, mail.id)).toContain(`Subject: ${mail.subject}`)
    }
  })
})
