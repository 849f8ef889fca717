/** An empty database of the newest shape: to take every migration anew costs a test more than all that it asks for afterwards. */
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { migrate } from '#server/sql/migrate'
import { type Database, openDatabase } from '#server/sql/openDatabase'
import { removeFolder } from '../removeFolder'

let bytes: Promise<Buffer> | null = null

/** The bytes of its file; whoever opens them gets a copy. */
export function migratedDatabase(): Promise<Buffer> {
  bytes ??= make()
  return bytes
}

/** Opens a file, which is such a database where there was none. */
export async function openMigrated(file: string): Promise<Database> {
  if (!existsSync(file)) await writeFile(file, await migratedDatabase())
  return openDatabase(file)
}

async function make(): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'ep-mail-new-'))
  const file = join(folder, 'new.db')
  const db = openDatabase(':memory:')
  try {
    await migrate(db)
    await sql`vacuum into ${file}`.execute(db)
    return await readFile(file)
  } finally {
    await db.destroy()
    await removeFolder(folder)
  }
}
