import { readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { StoreAway } from '#server/core/refusal'
import { type FileSpool, openSpool } from '#server/mail/spool/fileSpool'
import { makeOutboxStore } from '#server/outbox/sqlite/outboxStore'
import { embeddedSubject, makeEmbeddedPlace } from '#tests/support/stores/embeddedSetup'
import { sqlSpoolPlace } from '#tests/support/stores/sqlSpoolSetup'
import { spoolConforms } from '../../conformance/mail/spool'

describe('spool', () => {
  let place: Awaited<ReturnType<typeof makeEmbeddedPlace>>
  let spool: FileSpool
  beforeEach(async () => {
    place = await makeEmbeddedPlace()
    spool = openSpool({ db: place.db(), dataDir: place.folder })
  })
  afterEach(() => place.close())

  const files = async () =>
    (await readdir(join(place.folder, 'mail'), { recursive: true })).filter((name) => name.includes('.'))

  it('keeps a stream byte for byte under a name of its own', async () => {
    const bytes = Buffer.from([0, 255, 13, 10, 46, 13, 10, 200])
    const kept = await spool.put(Readable.from([bytes.subarray(0, 3), bytes.subarray(3)]), 100)
    expect(kept.size).toBe(8)
    expect(await spool.size(kept.id)).toBe(8)
    const chunks: Buffer[] = []
    for await (const chunk of await spool.read(kept.id)) chunks.push(chunk)
    expect(Buffer.concat(chunks)).toEqual(bytes)
    expect(await files()).toEqual([join(kept.id.slice(0, 2), `${kept.id}.eml`)])
  })

  it('R12: is away, not wrong, when its place cannot be written or a file is gone', async () => {
    await writeFile(join(place.folder, 'plain'), '')
    const nowhere = openSpool({ db: place.db(), dataDir: join(place.folder, 'plain') })
    await expect(nowhere.put(Buffer.from('x'), 10)).rejects.toBeInstanceOf(StoreAway)
    await expect(spool.read('0'.repeat(32))).rejects.toBeInstanceOf(StoreAway)
    await expect(spool.size('0'.repeat(32))).rejects.toBeInstanceOf(StoreAway)
  })

  it('takes no name that is not its own for a path', async () => {
    await writeFile(join(place.folder, 'secret.eml'), 'secret')
    for (const id of ['../secret', '../../etc/passwd', '', 'a/b', '0'.repeat(31)]) {
      expect(() => spool.path(id)).toThrow(StoreAway)
      await expect(spool.read(id)).rejects.toBeInstanceOf(StoreAway)
      await spool.release(id)
    }
  })

  it('releases a file only when neither a send that is not done nor a hold needs it', async () => {
    const { id } = await spool.put(Buffer.from('to go'), 100)
    const letGo = spool.hold(id)
    await spool.release(id)
    expect(await spool.size(id)).toBe(5)
    letGo()
    await sql`insert into outbox (id, account_id, idempotency_key, content_hash, sender, subject, spool, save_to_sent,
      created_at, due_at, leased_until) values ('o', 'a', 'k', 'h', 's', '', ${id}, 1, 0, 5, 0)`.execute(place.db())
    await spool.release(id)
    expect(await spool.size(id)).toBe(5)
    await sql`update outbox set due_at = null`.execute(place.db())
    await spool.release(id)
    expect(await files()).toEqual([])
  })

  it('keeps messages from the eyes of other users of the machine', async () => {
    const { id } = await spool.put(Buffer.from('private'), 100)
    expect((await stat(spool.path(id))).mode & 0o077).toBe(0)
  })
})

spoolConforms('files', () =>
  embeddedSubject((db, dataDir) => ({
    spool: openSpool({ db, dataDir }),
    outbox: makeOutboxStore(db),
    kept: async () => {
      const names = await readdir(join(dataDir, 'mail'), { recursive: true }).catch(() => [])
      return names.filter((name) => name.includes('.')).length
    },
  })),
)

spoolConforms('in the embedded database', () => embeddedSubject((db) => sqlSpoolPlace(db)))
