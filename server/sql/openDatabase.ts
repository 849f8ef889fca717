/** Opens the gateway's SQLite file: one connection, durable on every commit. */
import SqliteFile from 'better-sqlite3'
import { Kysely, SqliteDialect } from 'kysely'
import { StoreAway } from '../core/refusal'
import { asProductError } from './driverErrors'
import type { Schema } from './schema'
import { statements } from './statements'

export type Database = Kysely<Schema>

export type DatabaseOptions = {
  /** Opens for reading alone: every write then ends in `StoreAway`. */
  readonly readonly?: boolean
  /** Told of each write for which the disk has no room. */
  readonly onFull?: () => void
}

/** Milliseconds to wait for another process (the account command) that is writing. */
const busyMs = 5_000

/** Bytes in place of a path are those of such a file, then kept in memory. Throws `StoreAway` when the file cannot be opened. */
export function openDatabase(path: string | Buffer, options: DatabaseOptions = {}): Database {
  try {
    const file = new SqliteFile(path, { readonly: options.readonly ?? false, timeout: busyMs })
    if (!file.readonly) file.pragma('journal_mode = WAL')
    file.pragma('synchronous = FULL')
    file.pragma('foreign_keys = ON')
    // The kernel's page cache holds the rest: a larger one of our own only copies it.
    file.pragma('cache_size = -16384')
    file.pragma('temp_store = MEMORY')
    return new Kysely<Schema>({
      dialect: new SqliteDialect({ database: statements(file, options.onFull ?? (() => undefined)) }),
    })
  } catch (error) {
    // The driver has no code for a folder that is not there.
    throw error instanceof TypeError ? new StoreAway(error.message) : asProductError(error)
  }
}
