/** A data folder of a test's own with a migrated database, that can be opened again as after a restart. */
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '#server/sql/migrate'
import { type Database, openDatabase } from '#server/sql/openDatabase'
import { removeFolder } from '../removeFolder'
import { openMigrated } from './migratedDatabase'

export async function makeEmbeddedPlace() {
  const folder = await mkdtemp(join(tmpdir(), 'ep-mail-'))
  const file = join(folder, 'gateway.db')
  let db = await openMigrated(file)
  return {
    folder,
    file,
    db: (): Database => db,
    reopen: async (): Promise<Database> => {
      await db.destroy()
      db = openDatabase(file)
      await migrate(db)
      return db
    },
    close: async () => {
      await db.destroy()
      await removeFolder(folder)
    },
  }
}

/** A subject of a conformance suite: one store over such a folder. */
export async function embeddedSubject<Store>(make: (db: Database, folder: string) => Store) {
  const place = await makeEmbeddedPlace()
  return {
    store: make(place.db(), place.folder),
    reopen: async () => make(await place.reopen(), place.folder),
    close: place.close,
  }
}
