import { readdir, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { makeUploadBlobs } from '#server/drafts/uploads/uploadBlobs.sql'
import { makeUploadFiles } from '#server/drafts/uploads/uploadFiles.fs'
import { makeUploadStore } from '#server/drafts/uploads/uploads.sql'
import { syncFolder } from '#server/kit/files/syncFolder'
import { embeddedSubject, makeEmbeddedPlace } from '../../support/stores/embeddedSetup'
import { uploadStoreConforms } from '../conformance/drafts/uploadStore'

vi.mock(import('#server/kit/files/syncFolder'), { spy: true })

uploadStoreConforms('embedded', () =>
  embeddedSubject((db, folder) => makeUploadStore(db, makeUploadFiles(join(folder, 'uploads')))),
)
uploadStoreConforms('embedded, bytes in the database', () =>
  embeddedSubject((db) => makeUploadStore(db, makeUploadBlobs(db))),
)

describe("the embedded upload store's files", () => {
  let place: Awaited<ReturnType<typeof makeEmbeddedPlace>>
  let folder: string
  beforeEach(async () => {
    place = await makeEmbeddedPlace()
    folder = join(place.folder, 'uploads')
  })
  afterEach(() => place.close())

  const plenty = 2 ** 40
  const file = { name: '../../etc/passwd', type: 'text/plain', size: 3, cid: null }

  it('S15: names no file after what the sender called it, and writes nowhere else', async () => {
    const store = makeUploadStore(place.db(), makeUploadFiles(folder))
    await store.start('a', file, 1_000, plenty)
    const names = await readdir(folder)
    expect(names).toHaveLength(1)
    expect(names[0]).toMatch(/^[0-9a-f-]{36}$/)
    expect((await readdir(place.folder)).filter((it) => !it.startsWith('gateway.db'))).toEqual(['uploads'])
  })

  it('R13: makes a new file, and the folder made for it, safe on the disk before its row is written', async () => {
    vi.mocked(syncFolder).mockClear()
    const store = makeUploadStore(place.db(), makeUploadFiles(folder))
    await store.start('a', file, 1_000, plenty)
    expect(vi.mocked(syncFolder).mock.calls).toEqual([[place.folder], [folder]])
    vi.mocked(syncFolder).mockRejectedValueOnce(new Error('the disk is gone'))
    await expect(store.start('a', file, 1_000, plenty)).rejects.toThrow('the disk is gone')
    const rows = await place.db().selectFrom('uploads').select('id').execute()
    expect(rows).toHaveLength(1)
  })

  it('R13: leaves no file of what was removed, swept, or never got its row', async () => {
    const store = makeUploadStore(place.db(), makeUploadFiles(folder))
    const removed = await store.start('a', file, 1_000, plenty)
    await store.write('a', removed.id, 0, Readable.from([Buffer.from('abc')]))
    await store.remove('a', removed.id)
    await store.start('a', file, 1_000, plenty)
    await writeFile(join(folder, 'orphan'), 'left by a crash')
    await utimes(join(folder, 'orphan'), 1, 1)
    await store.sweep(5_000, 5_000)
    expect(await readdir(folder)).toEqual([])
  })

  it('R13: holds no more of a 50 MB part in memory than a few chunks', async () => {
    const store = makeUploadStore(place.db(), makeUploadFiles(folder))
    const chunk = Buffer.alloc(64 * 1024, 7)
    const { id } = await store.start('a', { ...file, size: 800 * chunk.length }, 1_000, plenty)
    let ahead = 0
    let taken = 0
    async function* chunks() {
      for (let index = 0; index < 800; index++) {
        taken++
        ahead = Math.max(ahead, taken * chunk.length - (await stat(join(folder, id))).size)
        yield chunk
      }
    }
    await store.write('a', id, 0, Readable.from(chunks()))
    expect(ahead).toBeLessThan(4 * 1024 * 1024)
  })
})
