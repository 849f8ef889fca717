/** What every place for the bytes of files does alike. */
import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import type { FileSource, FileStore } from '#server/files/fileStore.port'
import { eachTest, type MakeSubject } from '../subject'

const sourceOf = (bytes: Uint8Array, pieceBytes = 64 * 1024): FileSource => ({
  open: async () => {
    async function* pieces() {
      for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes)
    }
    return Readable.from(pieces(), { objectMode: false })
  },
  path: null,
})

/** Bytes of which no two parts are alike. */
export const bytesOf = (size: number) =>
  Buffer.from(Uint8Array.from({ length: size }, (_, at) => (at * 31 + (at >> 8)) % 251))

/** `large`: bytes of a file beyond the parts in which the place takes what is large. */
export function fileStoreConforms(name: string, make: MakeSubject<FileStore>, large: number): void {
  describe(`bytes of files: ${name}`, () => {
    const subject = eachTest(make)
    const store = () => subject.current().store
    const read = async (id: string, from: number, to: number) => {
      const stream = await store().read(id, { from, to })
      return stream === null ? null : buffer(stream)
    }

    it('are kept whole and read in ranges, nothing among them, small and large', async () => {
      for (const size of [0, 1, 300_000, large]) {
        const [id, bytes] = [randomUUID(), bytesOf(size)]
        expect(await store().put(id, sourceOf(bytes))).toBe(size)
        expect((await read(id, 0, size))?.equals(bytes)).toBe(true)
        if (size < 2) continue
        for (const [from, to] of [
          [0, 1],
          [size - 1, size],
          [Math.floor(size / 2) - 70_000, Math.floor(size / 2) + 70_000],
          [5, 5],
        ] as const)
          expect((await read(id, from, to))?.equals(bytes.subarray(from, to)), `${from} to ${to} of ${size}`).toBe(true)
      }
    })

    it('are the same when they are stored again, and gone once they are removed', async () => {
      const [id, other] = [randomUUID(), randomUUID()]
      for (let time = 0; time < 2; time += 1) expect(await store().put(id, sourceOf(bytesOf(1_000)))).toBe(1_000)
      await store().put(other, sourceOf(bytesOf(10)))
      await store().remove([id, randomUUID()])
      expect(await read(id, 0, 1_000)).toBeNull()
      expect(await read(randomUUID(), 0, 0)).toBeNull()
      expect((await read(other, 0, 10))?.length).toBe(10)
    })

    it('R13: are not there where their source breaks off, and what nobody knows goes with the sweep', async () => {
      const [broken, known, stray] = [randomUUID(), randomUUID(), randomUUID()]
      async function* breaking() {
        yield bytesOf(large - 10)
        throw new Error('cut')
      }
      const cut = { open: async () => Readable.from(breaking(), { objectMode: false }), path: null }
      await expect(store().put(broken, cut)).rejects.toThrow('cut')
      expect(await read(broken, 0, 10)).toBeNull()
      for (const id of [known, stray]) await store().put(id, sourceOf(bytesOf(10)))
      await store().sweep(0, async () => false)
      expect((await read(stray, 0, 10))?.length).toBe(10)
      // A server says when an object changed by its own clock, in whole seconds.
      await store().sweep(Date.now() + 60_000, async (id) => id === known)
      expect([await read(stray, 0, 10), (await read(known, 0, 10))?.length]).toEqual([null, 10])
    })
  })
}
