/** Bytes of files in a folder of this machine. */
import { mkdir, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { expect, it, vi } from 'vitest'
import { makeLocalFiles } from '#server/files/fileStore.fs'
import { syncFolder } from '#server/kit/files/syncFolder'
import { embeddedSubject, makeEmbeddedPlace } from '../../support/stores/embeddedSetup'
import { fileStoreConforms } from '../conformance/files/fileStore'

vi.mock(import('#server/kit/files/syncFolder'), { spy: true })

fileStoreConforms('in a folder', () => embeddedSubject((_db, folder) => makeLocalFiles(join(folder, 'files'))))

it('R13: are safe on the disk, with each folder above them, before they are answered', async () => {
  const place = await makeEmbeddedPlace()
  const folder = join(place.folder, 'data', 'files')
  await mkdir(join(place.folder, 'data'))
  vi.mocked(syncFolder).mockClear()
  await makeLocalFiles(folder).put('ab-1', { open: async () => Readable.from([Buffer.from('x')]), path: null })
  const synced = vi.mocked(syncFolder).mock.calls.map(([one]) => one)
  expect(synced).toEqual([folder, join(place.folder, 'data'), join(folder, 'ab')])
  expect(await readdir(join(folder, 'ab'))).toEqual(['ab-1'])
  expect((await stat(join(folder, 'ab', 'ab-1'))).mode & 0o777).toBe(0o600)
  vi.mocked(syncFolder).mockRejectedValueOnce(new Error('the disk is gone'))
  const put = makeLocalFiles(folder).put('ab-2', { open: async () => Readable.from([Buffer.from('x')]), path: null })
  await expect(put).rejects.toThrow('the disk is gone')
  await place.close()
})
