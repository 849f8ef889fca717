import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import type { FileStore, UnknownIds } from '#server/files/fileStore.port'
import { makeFileBlobs } from '#server/files/fileStore.sql'
import { removeFolder } from '../../../support/removeFolder'
import { eachTest, type MakeSubject, sqlSuite } from '../subject'

/** More than what a blob's row, and what a read of a disk takes. */
const largeBytes = 700_001
const idOf = (at: number) => `aaaaaaaa-0000-4000-8000-${`${at}`.padStart(12, '0')}`
const allKnown: UnknownIds = async () => []
const allUnknown: UnknownIds = async (ids) => ids

/** `mostBytes`: beyond what the place takes in one piece. */
export function fileStoreConforms(name: string, make: MakeSubject<FileStore>, mostBytes = largeBytes): void {
  describe(`bytes of files: ${name}`, () => {
    const large = Buffer.alloc(mostBytes, 'abcdefghi')
    const subject = eachTest(make)
    const from = (bytes: Buffer) => ({ open: async () => Readable.from([bytes]), path: null })
    const bytesOf = async (id: string, range = { from: 0, to: large.length }, store = subject.current().store) => {
      const stream = await store.read(id, range)
      return stream === null ? null : buffer(stream)
    }

    it('are read as they came, whole, in ranges, and after a restart', async () => {
      const { store, reopen } = subject.current()
      expect(await store.put(idOf(1), from(large))).toBe(large.length)
      expect(await store.put(idOf(2), from(Buffer.alloc(0)))).toBe(0)
      expect((await bytesOf(idOf(1)))?.equals(large)).toBe(true)
      for (const [start, to] of [
        [0, 1],
        [262_143, 262_145],
        [mostBytes - 2, mostBytes],
        [100, 600_000],
        [5, 5],
      ] as const)
        expect((await bytesOf(idOf(1), { from: start, to }))?.equals(large.subarray(start, to)), `${start}`).toBe(true)
      expect(await bytesOf(idOf(2), { from: 0, to: 0 })).toHaveLength(0)
      expect(await bytesOf(idOf(3))).toBeNull()
      expect((await bytesOf(idOf(1), undefined, await reopen()))?.length).toBe(large.length)
    })

    it('come from a file of the machine too, which stays as it is', async () => {
      const { store } = subject.current()
      const folder = await mkdtemp(join(tmpdir(), 'ep-mail-file-'))
      const path = join(folder, 'upload')
      await writeFile(path, large)
      expect(await store.put(idOf(1), { ...from(large), path })).toBe(large.length)
      await removeFolder(folder)
      expect((await bytesOf(idOf(1)))?.equals(large)).toBe(true)
    })

    it('R13: that broke off on their way are not there, and can be put once more', async () => {
      const { store } = subject.current()
      const broken = {
        open: async () =>
          Readable.from(
            (async function* () {
              yield large
              throw new Error('cut')
            })(),
          ),
        path: null,
      }
      await expect(store.put(idOf(1), broken)).rejects.toThrow()
      expect(await bytesOf(idOf(1))).toBeNull()
      expect(await store.put(idOf(1), from(large))).toBe(large.length)
      expect((await bytesOf(idOf(1)))?.equals(large)).toBe(true)
    })

    it('go when they are removed, and by the sweep where nobody knows them and they are old', async () => {
      const { store } = subject.current()
      for (const at of [1, 2, 3]) await store.put(idOf(at), from(large))
      await store.remove([idOf(1), idOf(9)])
      expect(await bytesOf(idOf(1))).toBeNull()
      const later = Date.now() + 60_000
      await store.sweep(later, allKnown)
      await store.sweep(1, allUnknown)
      expect(await bytesOf(idOf(2))).toHaveLength(large.length)
      await store.sweep(later, async (ids) => ids.filter((id) => id !== idOf(3)))
      expect([await bytesOf(idOf(2)), (await bytesOf(idOf(3)))?.length]).toEqual([null, large.length])
    })
  })
}

/** Its sweep looks for rows itself: what nobody knows has none. */
export const overSql = sqlSuite((db) => {
  const store = makeFileBlobs(db)
  return {
    ...store,
    put: async (id, source) => {
      const size = await store.put(id, source)
      await db
        .insertInto('file_contents')
        .values({ id, account_id: 'lin', size, upload: '' })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      return size
    },
    sweep: async (before, unknownOf) => {
      const rows = await db.selectFrom('file_contents').select('id').execute()
      for (const id of await unknownOf(rows.map((it) => it.id)))
        await db.deleteFrom('file_contents').where('id', '=', id).execute()
      await store.sweep(before, unknownOf)
    },
  }
}, fileStoreConforms)
