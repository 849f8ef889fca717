import { createHash, randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { limits } from '#contract/limits'
import type { UploadStore } from '#server/drafts/uploads/uploads.store'
import { eachTest, type MakeSubject } from '../subject'

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const streamOf = (bytes: Uint8Array) => Readable.from([Buffer.from(bytes)])

/** A stream that gives these bytes and then breaks, as a cut line does. */
function cutAfter(bytes: Uint8Array): Readable {
  async function* chunks() {
    yield Buffer.from(bytes)
    throw new Error('cut')
  }
  return Readable.from(chunks())
}

export function uploadStoreConforms(name: string, make: MakeSubject<UploadStore>): void {
  describe(`upload store: ${name}`, () => {
    const subject = eachTest(make)
    const file = (size: number) => ({ name: '报价单 ../../x.xlsx', type: 'text/plain', size, cid: null })
    const begun = (size: number, owner = 'a', at = 1_000, room = 2 ** 40) =>
      subject.current().store.start(owner, file(size), at, room)
    const read = async (store: UploadStore, id: string, owner = 'a') => {
      const stream = await store.read(owner, id)
      return stream ? buffer(stream) : null
    }

    it('takes a file in parts and gives it back byte for byte', async () => {
      const { store } = subject.current()
      const bytes = randomBytes(300_000)
      const upload = await begun(bytes.length)
      expect(upload).toMatchObject({ name: '报价单 ../../x.xlsx', offset: 0, finished: false, size: 300_000 })
      expect(await store.write('a', upload.id, 0, streamOf(bytes.subarray(0, 100_000)))).toBe(100_000)
      expect(await read(store, upload.id)).toBeNull()
      expect(await store.write('a', upload.id, 100_000, streamOf(bytes.subarray(100_000)))).toBe(300_000)
      expect(await store.finish('a', upload.id, sha256(bytes))).toBe(true)
      expect(await store.find('a', upload.id)).toMatchObject({ finished: true, offset: 300_000 })
      expect((await read(store, upload.id))?.equals(bytes)).toBe(true)
    })

    it('gives the rest from any byte on, over the borders of its parts', async () => {
      const { store } = subject.current()
      const bytes = randomBytes(900_000)
      const { id } = await begun(bytes.length)
      await store.write('a', id, 0, streamOf(bytes.subarray(0, 300_000)))
      await store.write('a', id, 300_000, streamOf(bytes.subarray(300_000)))
      await store.finish('a', id, sha256(bytes))
      for (const from of [0, 1, 262_143, 262_144, 299_999, 300_000, 562_144, 899_999, 900_000, 900_001]) {
        const stream = await store.read('a', id, from)
        expect(stream && (await buffer(stream)).equals(bytes.subarray(from))).toBe(true)
      }
      expect(await store.read('b', id, 5)).toBeNull()
    })

    it('R13: goes on after five cuts and a restart, to the same checksum', async () => {
      const { store, reopen } = subject.current()
      const bytes = randomBytes(600_001)
      const { id } = await begun(bytes.length)
      let held = 0
      for (let cut = 0; cut < 5; cut++) {
        await expect(store.write('a', id, held, cutAfter(bytes.subarray(held, held + 100_000)))).rejects.toThrow('cut')
        held = (await store.find('a', id))?.offset ?? -1
        expect(held).toBe((cut + 1) * 100_000)
      }
      const again = await reopen()
      expect(await again.find('a', id)).toMatchObject({ offset: 500_000, finished: false })
      expect(await again.write('a', id, held, streamOf(bytes.subarray(held)))).toBe(bytes.length)
      expect(await again.finish('a', id, sha256(bytes))).toBe(true)
      expect(sha256((await read(again, id)) ?? Buffer.of())).toBe(sha256(bytes))
    })

    it('R13: refuses a part at another offset, beyond the announced size, or after the end', async () => {
      const { store } = subject.current()
      const { id } = await begun(10)
      expect(await store.write('a', id, 1, streamOf(Buffer.from('x')))).toBeNull()
      expect(await store.write('a', id, 0, streamOf(Buffer.from('12345')))).toBe(5)
      expect(await store.write('a', id, 0, streamOf(Buffer.from('12345')))).toBeNull()
      expect(await store.write('a', id, 5, streamOf(Buffer.from('678901')))).toBeNull()
      expect((await store.find('a', id))?.offset).toBe(5)
      expect(await store.write('a', id, 5, streamOf(Buffer.from('67890')))).toBe(10)
      expect(await store.finish('a', id, sha256(Buffer.from('1234567890')))).toBe(true)
      expect(await store.write('a', id, 10, streamOf(Buffer.of()))).toBeNull()
      expect((await read(store, id))?.toString()).toBe('1234567890')
    })

    it('R13: lets one of two parts at the same offset in, and mixes none', async () => {
      const { store } = subject.current()
      const parts = [Buffer.alloc(50_000, 'a'), Buffer.alloc(50_000, 'b')]
      const { id } = await begun(100_000)
      const answers = await Promise.all(parts.map((part) => store.write('a', id, 0, streamOf(part))))
      expect(answers).toContain(50_000)
      expect(answers).toContain(null)
      const winner = parts[answers.indexOf(50_000)] ?? Buffer.of()
      await store.write('a', id, 50_000, streamOf(Buffer.alloc(50_000, 'c')))
      expect(await store.finish('a', id, sha256(Buffer.concat([winner, Buffer.alloc(50_000, 'c')])))).toBe(true)
    })

    it('R13: opens an upload anew when the checksum or the length differs', async () => {
      const { store } = subject.current()
      const bytes = Buffer.from('good bytes')
      const { id } = await begun(bytes.length)
      await store.write('a', id, 0, streamOf(Buffer.from('bad bytes!')))
      expect(await store.finish('a', id, sha256(bytes))).toBe(false)
      expect(await store.find('a', id)).toMatchObject({ offset: 0, finished: false })
      await store.write('a', id, 0, streamOf(bytes.subarray(0, 4)))
      expect(await store.finish('a', id, sha256(bytes.subarray(0, 4)))).toBe(false)
      await store.write('a', id, 0, streamOf(bytes))
      expect(await store.finish('a', id, sha256(bytes))).toBe(true)
      expect(await store.finish('a', id, sha256(bytes))).toBe(true)
      expect(await store.finish('a', id, 'f'.repeat(64))).toBe(false)
      expect((await read(store, id))?.toString()).toBe('good bytes')
    })

    it('keeps an empty file', async () => {
      const { store } = subject.current()
      const { id } = await begun(0)
      expect(await store.finish('a', id, sha256(Buffer.of()))).toBe(true)
      expect(await read(store, id)).toHaveLength(0)
    })

    it("S21: shows, takes and removes nothing of another's upload", async () => {
      const { store } = subject.current()
      const { id } = await begun(4)
      await store.write('a', id, 0, streamOf(Buffer.from('mine')))
      expect(await store.find('b', id)).toBeNull()
      expect(await store.write('b', id, 4, streamOf(Buffer.of()))).toBeNull()
      expect(await store.finish('b', id, sha256(Buffer.from('mine')))).toBe(false)
      await store.remove('b', id)
      await store.touch('b', [id], 9_000)
      expect(await store.finish('a', id, sha256(Buffer.from('mine')))).toBe(true)
      expect(await read(store, id, 'b')).toBeNull()
      expect((await read(store, id))?.toString()).toBe('mine')
      await store.sweep(2_000, 2_000)
      expect(await store.find('a', id)).toBeNull()
    })

    it("removes all of an owner's, and nothing of another's", async () => {
      const { store } = subject.current()
      const [mine, done, other] = [await begun(1), await begun(0), await begun(1, 'b')]
      await store.finish('a', done.id, sha256(Buffer.of()))
      await store.removeAll('a')
      expect([await store.find('a', mine.id), await store.find('a', done.id)]).toEqual([null, null])
      expect(await store.find('b', other.id)).not.toBeNull()
    })

    it('S27: begins none beyond its owner’s room, counting what open and finished ones announced', async () => {
      const { store } = subject.current()
      const done = await begun(0)
      await store.finish('a', done.id, sha256(Buffer.of()))
      const least = limits.leastUploadBytes
      const size = 10_000
      const room = least + 2 * size
      expect(await store.taken('a')).toBe(least)
      const tries = [1, 2, 3, 4].map(() => begun(size, 'a', 1_000, room))
      const results = await Promise.allSettled(tries)
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
      for (const result of results)
        if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'quotaExceeded' })
      expect(await store.taken('a')).toBe(room)
      await begun(size, 'b', 1_000, room)
      await store.remove('a', done.id)
      await expect(begun(least + 1, 'a', 1_000, room)).rejects.toMatchObject({ code: 'quotaExceeded' })
      await begun(least, 'a', 1_000, room)
    })

    it('S27: has 200 open ones of an owner and no more, begun one by one or at once', async () => {
      const { store } = subject.current()
      const results = await Promise.allSettled(Array.from({ length: limits.openUploads + 5 }, () => begun(1)))
      const open = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
      expect(open).toHaveLength(limits.openUploads)
      await expect(begun(1)).rejects.toMatchObject({ code: 'uploadsFull' })
      await begun(1, 'b')
      await store.write('a', open[0]?.id ?? '', 0, streamOf(Buffer.from('x')))
      await store.finish('a', open[0]?.id ?? '', sha256(Buffer.from('x')))
      await begun(1)
      await expect(begun(1)).rejects.toMatchObject({ code: 'uploadsFull' })
    })

    it('gives up what rests unfinished where that makes the room, and nothing else', async () => {
      const { store } = subject.current()
      const [resting, done, going] = [await begun(6_000), await begun(0), await begun(6_000)]
      await store.finish('a', done.id, sha256(Buffer.of()))
      const now = 1_000 + limits.restingUploadMs
      await store.touch('a', [going.id], now)
      const room = 12_000 + limits.leastUploadBytes
      await expect(begun(6_000, 'a', now, room)).rejects.toMatchObject({ code: 'quotaExceeded' })
      await expect(begun(6_001, 'a', now + 1, room)).rejects.toMatchObject({ code: 'quotaExceeded' })
      expect(await store.find('a', resting.id)).not.toBeNull()
      await begun(6_000, 'a', now + 1, room)
      expect(await store.find('a', resting.id)).toBeNull()
      for (const { id } of [done, going]) expect(await store.find('a', id)).not.toBeNull()
    })

    it('S27: sweeps what is unfinished sooner than what is whole', async () => {
      const { store } = subject.current()
      const [open, done, young] = [await begun(1), await begun(0), await begun(1, 'a', 5_000)]
      await store.finish('a', done.id, sha256(Buffer.of()))
      await store.sweep(1_000, 5_000)
      expect(await store.find('a', open.id)).toBeNull()
      for (const { id } of [done, young]) expect(await store.find('a', id)).not.toBeNull()
    })

    it('sweeps what nobody touched, and leaves what a draft refers to', async () => {
      const { store } = subject.current()
      const [old, kept] = [await begun(1), await begun(1)]
      await store.touch('a', [kept.id], 5_000)
      await store.touch('a', [], 5_000)
      await store.sweep(5_000, 5_000)
      expect(await store.find('a', old.id)).toBeNull()
      expect(await store.find('a', kept.id)).not.toBeNull()
      await store.remove('a', kept.id)
      expect(await store.find('a', kept.id)).toBeNull()
      expect(await read(store, kept.id)).toBeNull()
    })
  })
}
