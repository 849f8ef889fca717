/** Where the bytes of files are kept without object storage; `npm run test:all` asks the same of that. */
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeLocalFiles } from '#server/files/fileStore.fs'
import { makeFileBlobs } from '#server/files/fileStore.sql'
import { openDatabase } from '#server/sql/openDatabase'
import { removeFolder } from '../../support/removeFolder'
import { migratedDatabase } from '../../support/stores/migratedDatabase'
import { fileStoreConforms } from '../conformance/files/fileStores'

fileStoreConforms(
  'a folder',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'ep-mail-files-'))
    const make = () => makeLocalFiles(join(folder, 'files'))
    return { store: make(), reopen: async () => make(), close: () => removeFolder(folder) }
  },
  1_000_003,
)

fileStoreConforms(
  'a database',
  async () => {
    const db = openDatabase(await migratedDatabase())
    return { store: makeFileBlobs(db), reopen: async () => makeFileBlobs(db), close: () => db.destroy() }
  },
  1_000_003,
)
