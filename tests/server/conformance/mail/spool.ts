import { createHash, randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { Refusal, StoreAway } from '#server/core/refusal'
import type { OrphanReport } from '#server/kit/files/lostFiles'
import type { Spool } from '#server/mail/spool/spool.store'
import { openSource } from '#server/mime/read/byteSource'
import type { OutboxStore } from '#server/outbox/outbox.store'
import { claim, entry } from '../outbox/outboxStore'
import { eachTest, type MakeSubject } from '../subject'

export type SpoolPlace = {
  readonly spool: Spool & { readonly sweep: (before: number) => Promise<OrphanReport> }
  /** Over the same database: what it refers to is kept. */
  readonly outbox: OutboxStore
  /** How many messages there are, whole or not. */
  readonly kept: () => Promise<number>
}

const none = { moved: 0, left: 0 }

export function spoolConforms(name: string, make: MakeSubject<SpoolPlace>): void {
  describe(`spool: ${name}`, () => {
    const subject = eachTest(make)

    it('keeps a stream byte for byte', async () => {
      const { spool } = subject.current().store
      const bytes = Buffer.from([0, 255, 13, 10, 46, 13, 10, 200])
      const { id, size } = await spool.put(Readable.from([bytes.subarray(0, 3), bytes.subarray(3)]), 100)
      expect([size, await spool.size(id)]).toEqual([8, 8])
      expect(await buffer(await spool.read(id))).toEqual(bytes)
      const empty = await spool.put(Buffer.of(), 100)
      expect([empty.size, (await buffer(await spool.read(empty.id))).length]).toEqual([0, 0])
    })

    it('keeps every length of chunk and of whole', async () => {
      const { spool } = subject.current().store
      const unit = 256 * 1024
      for (const length of [unit - 1, unit, unit + 1, 3 * unit]) {
        const bytes = randomBytes(length)
        const pieces = [bytes.subarray(0, 1), bytes.subarray(1, unit - 1), bytes.subarray(unit - 1)]
        const { id, size } = await spool.put(Readable.from(pieces), length)
        expect(size).toBe(length)
        expect((await buffer(await spool.read(id))).equals(bytes)).toBe(true)
      }
    })

    it('keeps a message of 50 MB', async () => {
      const { spool } = subject.current().store
      const hash = createHash('sha256')
      function* chunks() {
        for (let index = 0; index < 800; index++) {
          const chunk = randomBytes(64 * 1024)
          hash.update(chunk)
          yield chunk
        }
      }
      const { id, size } = await spool.put(Readable.from(chunks()), 60_000_000)
      const read = createHash('sha256')
      for await (const chunk of await spool.read(id)) read.update(chunk)
      expect([size, read.digest('hex')]).toEqual([800 * 64 * 1024, hash.digest('hex')])
    })

    it('refuses what is larger than allowed without reading on, and leaves nothing behind', async () => {
      const { spool, kept } = subject.current().store
      let given = 0
      const endless = Readable.from(
        (function* () {
          for (;;) {
            given += 1_000
            yield Buffer.alloc(1_000)
          }
        })(),
      )
      await expect(spool.put(endless, 10_000)).rejects.toEqual(new Refusal('tooLarge'))
      expect(given).toBeLessThan(100_000)
      expect(endless.destroyed).toBe(true)
      expect(await kept()).toBe(0)
    })

    it('leaves nothing behind when the sender breaks off', async () => {
      const { spool, kept } = subject.current().store
      const broken = Readable.from(
        (function* () {
          yield Buffer.alloc(300_000)
          throw new Error('line broke')
        })(),
      )
      await expect(spool.put(broken, 1_000_000)).rejects.toThrow('line broke')
      expect(await kept()).toBe(0)
    })

    it('R1: has a kept message again after a restart', async () => {
      const { store, reopen } = subject.current()
      const { id } = await store.spool.put(Buffer.from('kept'), 100)
      expect(await text(await (await reopen()).spool.read(id))).toBe('kept')
    })

    it('R12: is away, not wrong, when a message is gone or an id is not its own', async () => {
      const { spool } = subject.current().store
      for (const id of ['0'.repeat(32), '../secret', '../../etc/passwd', '', 'a/b', '0'.repeat(31), "' or 1=1 --"]) {
        await expect(spool.read(id)).rejects.toBeInstanceOf(StoreAway)
        await expect(spool.release(id)).resolves.toBeUndefined()
      }
      await expect(spool.size('0'.repeat(32))).rejects.toBeInstanceOf(StoreAway)
    })

    it('gives the MIME reader the very bytes, and no source of a message that is not there', async () => {
      const { spool } = subject.current().store
      const bytes = randomBytes(300_000)
      const { id } = await spool.put(bytes, 300_000)
      const source = openSource(await spool.source(id))
      try {
        expect(source.read(0, source.size).equals(bytes)).toBe(true)
      } finally {
        source.close()
      }
      await expect(spool.source('0'.repeat(32))).rejects.toBeInstanceOf(StoreAway)
    })

    it('releases and sweeps a message only when no send that is not done needs it', async () => {
      const { spool, outbox, kept } = subject.current().store
      const { id } = await spool.put(Buffer.from('to go'), 100)
      const other = await spool.put(Buffer.from('other'), 100)
      const whenever = Date.now() + 60_000
      await outbox.add({ ...entry, spool: id })
      await outbox.add({ ...entry, id: 'e2', idempotencyKey: 'k2', spool: other.id })
      await spool.release(id)
      expect([await spool.sweep(whenever), await spool.size(id), await kept()]).toEqual([none, 5, 2])
      await claim(outbox, 1_000, 100, 10, 'w')
      await outbox.settle('e1', 'w', 2_000)
      await spool.release(id)
      expect(await spool.size(id)).toBe(5)
      await claim(outbox, 2_000, 100, 10, 'v')
      await outbox.settle('e1', 'v', null)
      await spool.release(id)
      await expect(spool.size(id)).rejects.toBeInstanceOf(StoreAway)
      expect(await text(await spool.read(other.id))).toBe('other')
    })

    it('sweeps what was left behind, but nothing young', async () => {
      const { spool, kept } = subject.current().store
      await spool.put(Buffer.from('left'), 100)
      expect([await spool.sweep(Date.now() - 60_000), await kept()]).toEqual([none, 1])
      expect([await spool.sweep(Date.now() + 60_000), await kept()]).toEqual([{ moved: 1, left: 0 }, 0])
    })
  })
}
