/** Locks of a data directory by a file that SQLite locks: the system lets go of them when the process ends, however it does. */
import { closeSync, openSync } from 'node:fs'
import SqliteFile from 'better-sqlite3'
import { StoreAway } from '../core/refusal'
import { StoreMismatch } from '../core/storeMismatch'
import { asProductError } from './driverErrors'

/** Held beside others of its kind; answers how to let go. Throws `StoreMismatch` while one that is alone is held. */
export function lockShared(path: string): () => void {
  return locked(path, ['begin', 'select count(*) from sqlite_master'])
}

/** Throws `StoreMismatch` while any other is held. */
export function lockAlone(path: string): () => void {
  return locked(path, ['begin exclusive'])
}

function locked(path: string, statements: readonly string[]): () => void {
  try {
    closeSync(openSync(path, 'a', 0o600))
    const file = new SqliteFile(path, { timeout: 0 })
    try {
      for (const statement of statements) {
        const prepared = file.prepare(statement)
        if (prepared.reader) prepared.all()
        else prepared.run()
      }
    } catch (error) {
      file.close()
      throw error
    }
    return () => file.close()
  } catch (error) {
    throw asTold(asProductError(error), path)
  }
}

function asTold(error: unknown, path: string): unknown {
  if (!(error instanceof StoreAway) || error.message !== 'SQLITE_BUSY') return error
  return new StoreMismatch(`A gateway or a command has the folder of ${path} open: end it first. Nothing was changed.`)
}
