/** Several gateways over one PostgreSQL: what is decided in the database and by no queue in a process. */
import { createHash, randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { LeaseLost } from '../../server/core/leases'
import { Refusal } from '../../server/core/refusal'
import { makeUploadBlobs } from '../../server/drafts/uploads/uploadBlobs.sql'
import { makeUploadStore } from '../../server/drafts/uploads/uploads.sql'
import { makeFileBook } from '../../server/files/fileBook.sql'
import { makeFileBlobs } from '../../server/files/fileStore.sql'
import { hashToken } from '../../server/kit/token'
import { makeSqlSpool } from '../../server/mail/spool/sqlSpool'
import { makeOutboxStore } from '../../server/outbox/sqlite/outboxStore'
import { makeAccountStore } from '../../server/session/account.sql'
import { makeAttemptStore } from '../../server/session/attempts/attempts.sql'
import { makeAuthenticate } from '../../server/session/authenticate'
import { giveRecoveryCodes, newSecret, passCode } from '../../server/session/factors/factorCodes'
import { makeFactorStore } from '../../server/session/factors/factors.sql'
import { makeSealer } from '../../server/session/password/sealer.aes'
import { makeSessionStore } from '../../server/session/session.sql'
import type { Database } from '../../server/sql/openDatabase'
import { claim, entry } from '../server/conformance/outbox/outboxStore'
import { outboxIsShared } from '../server/conformance/outbox/sharedOutbox'
import { makePostgresPlace, type PostgresPlace } from './postgresPlace'

outboxIsShared('PostgreSQL', async () => {
  const place = await makePostgresPlace()
  const store = { one: place.db(), other: place.another() }
  return { store, reopen: async () => store, close: place.close }
})

describe('two gateways over one PostgreSQL', () => {
  let place: PostgresPlace
  let one: Database
  let other: Database
  beforeEach(async () => {
    place = await makePostgresPlace()
    one = place.db()
    other = place.another()
  })
  afterEach(() => place.close())

  const uploadsOf = (db: Database) => makeUploadStore(db, makeUploadBlobs(db))
  const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
  const file = { name: 'a.bin', type: 'application/octet-stream', cid: null }

  it('S19: count each of many tries at the same moment', async () => {
    const [first, second] = [makeAttemptStore(one), makeAttemptStore(other)]
    const tries = Array.from({ length: 40 }, (_, index) => (index % 2 ? first : second).note('lin', 1_000, 100))
    const counts = (await Promise.all(tries)).toSorted((a, b) => a - b)
    expect(counts).toEqual(Array.from({ length: 40 }, (_, index) => index + 1))
  })

  it('S19: let in one of twenty that come at once to both with one code, or one recovery code', async () => {
    const clock = { now: () => 1_700_000_000_000 }
    const sealer = makeSealer(randomBytes(32))
    const { secret, sealed } = newSecret(sealer, 'lin', { issuer: 'EP', label: 'lin' })
    await makeFactorStore(one).begin('lin', sealed)
    const [first, second] = [one, other].map((db) => ({
      ...{ factors: makeFactorStore(db), attempts: makeAttemptStore(db), sealer, clock },
    }))
    if (first === undefined || second === undefined) throw new Error('two gateways were asked for')
    await first.factors.spendStep('lin', 1, { at: 1 })
    const [recoveryCode = ''] = await giveRecoveryCodes(first.factors, 'lin')
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: clock.now() })
    for (const typed of [code, recoveryCode]) {
      // The limit of tries aside, which lets in no more than five.
      const free = { note: async () => 1, noteWithin: async () => true }
      const tries = Array.from({ length: 20 }, (_, index) => {
        const gateway = index % 2 ? first : second
        return passCode({ ...gateway, attempts: { ...gateway.attempts, ...free } }, 'lin', typed, 'signIn').then(
          () => 'in',
          (error: unknown) => (error instanceof Refusal ? error.code : error),
        )
      })
      expect((await Promise.all(tries)).toSorted()).toEqual([...Array(19).fill('codeWrong'), 'in'])
    }
  })

  it('S17: let a session in no more, at the next call of either, that one of them ended', async () => {
    const asked = { address: 'lin@ep.test', displayName: '', passwordHash: '', organization: null, dueAt: null }
    const account = await makeAccountStore(one).add({ ...asked, tier: 'soho' })
    if (account === null) throw new Error('no account')
    const now = 1_000_000
    const gateways = [one, other].map((db) => ({
      sessions: makeSessionStore(db),
      accounts: makeAccountStore(db),
      ...{ tickets: { owner: async () => null }, clock: { now: () => now }, sessionIdleMs: 60_000 },
    }))
    const callers = async (token: string) =>
      Promise.all(gateways.map((parts) => makeAuthenticate(parts)(`Bearer ${token}`)))
    const session = { accountId: account.id, username: account.address, timezone: 'Asia/Shanghai', createdAt: now }
    for (const [at, { sessions }] of gateways.entries())
      for (const end of ['close', 'closeAll'] as const) {
        const token = `${end}-${at}`
        const stored = { ...session, isKept: true, expiresAt: now + 60_000, sealedSecret: null }
        await sessions.open(hashToken(token), stored)
        expect((await callers(token)).map((caller) => caller?.account.address)).toEqual([asked.address, asked.address])
        await (end === 'close' ? sessions.close(hashToken(token)) : sessions.closeAll(account.id))
        expect(await callers(token)).toEqual([null, null])
      }
  })

  it('R2: write one entry for one key', async () => {
    const stores = [makeOutboxStore(one), makeOutboxStore(other)]
    for (let round = 0; round < 10; round++) {
      const added = await Promise.all(
        stores.map((store, index) => store.add({ ...entry, id: `${round}-${index}`, idempotencyKey: `${round}` })),
      )
      expect(added.filter((it) => it.added)).toHaveLength(1)
    }
    expect(await claim(makeOutboxStore(one), 1_000, 100, 50)).toHaveLength(10)
  })

  it('R18: a note before the dot waits for a claim that has not ended yet, and is refused by it', async () => {
    const outbox = makeOutboxStore(one)
    await outbox.add(entry)
    await claim(outbox, 1_000, 0, 1, 'first')
    const waiting = async () => {
      const { rows } = await sql`select 1 from pg_stat_activity
        where wait_event_type = 'Lock' and application_name = current_setting('application_name')`.execute(one)
      return rows.length
    }
    const noted = await other.transaction().execute(async (transaction) => {
      await transaction.updateTable('outbox').set({ worker: 'second', leased_until: 9_000 }).execute()
      const noting = outbox.setRecipients('e1', 'first', [{ address: 'wang@ep.test', state: 'handing' }])
      const answer = noting.then(
        () => 'noted',
        (error: unknown) => error,
      )
      await expect.poll(waiting).toBe(1)
      return { answer }
    })
    expect(await noted.answer).toBeInstanceOf(LeaseLost)
    expect((await outbox.find('a', 'e1'))?.recipients.map(({ state }) => state)).toEqual(['queued', 'queued'])
  })

  it('R13: let one of two parts at the same offset in, and mix none', async () => {
    const stores = [uploadsOf(one), uploadsOf(other)]
    const parts = [Buffer.alloc(600_000, 'a'), Buffer.alloc(600_000, 'b')]
    for (let round = 0; round < 5; round++) {
      const { id } = await uploadsOf(one).start('a', { ...file, size: 600_000 }, 1_000, 2 ** 40)
      const answers = await Promise.all(
        stores.map((store, index) => store.write('a', id, 0, Readable.from([parts[index] ?? Buffer.of()]))),
      )
      expect(answers.toSorted()).toEqual([600_000, null])
      const winner = parts[answers.indexOf(600_000)] ?? Buffer.of()
      expect(await uploadsOf(other).finish('a', id, sha256(winner))).toBe(true)
      expect((await buffer((await uploadsOf(one).read('a', id)) ?? Readable.from([]))).equals(winner)).toBe(true)
    }
    // What the losers wrote is gone.
    expect(await one.selectFrom('blobs').select('id').execute()).toHaveLength(5)
  })

  it('R13: take turns with the parts of 50 MB, cut five times, to the same checksum, and leave nothing when it is removed', async () => {
    const stores = [uploadsOf(one), uploadsOf(other)]
    const bytes = randomBytes(50_000_000)
    const { id } = await uploadsOf(one).start('a', { ...file, size: bytes.length }, 1_000, 2 ** 40)
    let held = 0
    for (let turn = 0; held < bytes.length; turn++) {
      const store = stores[turn % 2] ?? uploadsOf(one)
      const part = bytes.subarray(held, held + 8_000_000)
      const cut = turn > 0 && turn <= 5
      const sent = store.write('a', id, held, Readable.from(inPieces(part, cut ? 3_000_001 : part.length)))
      await (cut ? expect(sent).rejects.toThrow('cut') : expect(sent).resolves.toBe(held + part.length))
      held = (await uploadsOf(other).find('a', id))?.offset ?? -1
    }
    expect(await uploadsOf(one).finish('a', id, sha256(bytes))).toBe(true)
    const read = await uploadsOf(other).read('a', id)
    expect(sha256(await buffer(read ?? Readable.from([])))).toBe(sha256(bytes))
    await uploadsOf(other).remove('a', id)
    for (const table of ['blobs', 'blob_chunks', 'upload_parts'] as const)
      expect(await one.selectFrom(table).selectAll().limit(1).execute()).toEqual([])
  })

  it('R13: sweep no byte of what the other is still taking in, and what a dead one left', async () => {
    const day = 24 * 60 * 60 * 1_000
    const bytes = randomBytes(1_500_000)
    const book = (db: Database, at = Date.now()) => makeFileBook(db, makeFileBlobs(db, { now: () => at }))
    const sweepBy = async (db: Database) => {
      const now = Date.now()
      await uploadsOf(db).sweep(now - 30 * day, now - day)
      await book(db).sweep(now - 30 * day, now - day)
    }
    // Two days ago: an upload of which half had come, and bytes whose row was never written.
    const old = Date.now() - 2 * day
    const left = await uploadsOf(one).start('a', { ...file, size: bytes.length }, old, 2 ** 40)
    await uploadsOf(one).write('a', left.id, 0, Readable.from([bytes.subarray(0, 700_000)]))
    await uploadsOf(one).touch('a', [left.id], old)
    await makeFileBlobs(one, { now: () => old }).put('stray', { open: async () => Readable.from([bytes]), path: null })

    /** The sweeps of both come between the two halves. */
    async function* halves() {
      yield bytes.subarray(0, 700_000)
      for (const db of [one, other]) await sweepBy(db)
      yield bytes.subarray(700_000)
    }
    const running = await Promise.all(
      [one, other].map(async (db, index) => {
        const { id } = await uploadsOf(db).start('a', { ...file, size: bytes.length }, Date.now(), 2 ** 40)
        expect(await uploadsOf(db).write('a', id, 0, Readable.from(halves()))).toBe(bytes.length)
        expect(await uploadsOf(db).finish('a', id, sha256(bytes))).toBe(true)
        const source = { open: async () => Readable.from(halves()), path: null }
        const added = { upload: id, parent: '', name: `${index}.bin`, size: bytes.length, type: '', source }
        return book(db).addFile('a', added, 'ask', { now: Date.now(), room: 2 ** 40 })
      }),
    )
    for (const { id } of running) {
      const read = await book(other).read('a', id, { from: 0, to: bytes.length })
      expect(sha256(await buffer(read ?? Readable.from([])))).toBe(sha256(bytes))
    }
    expect(await uploadsOf(other).find('a', left.id)).toBeNull()
    const stored = await one.selectFrom('file_contents').select('id').execute()
    const blobs = await one.selectFrom('blobs').select('id').where('kind', '=', 'file').execute()
    expect(blobs.map(({ id }) => id).sort()).toEqual(stored.map(({ id }) => id).sort())
  })

  it('R18: send what the other took in, and hold no more of it in memory than a few chunks', async () => {
    const chunk = Buffer.alloc(64 * 1024, 7)
    let ahead = 0
    async function* chunks() {
      for (let taken = 1; taken <= 800; taken++) {
        if (taken % 40 === 0) {
          const { stored } = await other
            .selectFrom('blob_chunks')
            .select((it) => it.fn.countAll<number>().as('stored'))
            .executeTakeFirstOrThrow()
          ahead = Math.max(ahead, taken * chunk.length - stored * 256 * 1024)
        }
        yield chunk
      }
    }
    const { id, size } = await makeSqlSpool(one).put(Readable.from(chunks()), 60_000_000)
    expect(ahead).toBeLessThan(4 * 1024 * 1024)
    let read = 0
    for await (const piece of await makeSqlSpool(other).read(id)) read += piece.length
    expect([read, size]).toEqual([800 * chunk.length, 800 * chunk.length])
  })

  it('R18: break a reading off, rather than end it early, when the message is released meanwhile', async () => {
    const { id } = await makeSqlSpool(one).put(Buffer.alloc(2_000_000, 'x'), 3_000_000)
    const stream = await makeSqlSpool(other).read(id)
    await makeSqlSpool(one).release(id)
    await expect(text(stream)).rejects.toMatchObject({ name: 'StoreAway' })
  })
})

/** The bytes in small pieces; where `until` comes before their end, the line is cut there. */
async function* inPieces(bytes: Buffer, until: number) {
  for (let at = 0; at < until; at += 100_000) yield bytes.subarray(at, Math.min(at + 100_000, until))
  if (until < bytes.length) throw new Error('cut')
}
