/** What Kysely drives: better-sqlite3 with its statements kept prepared and its errors in the product's words. */
import type SqliteFile from 'better-sqlite3'
import type { SqliteDatabase, SqliteStatement } from 'kysely'
import { Refusal } from '../core/refusal'
import { asProductError } from './driverErrors'

/** Statements kept prepared; beyond this the oldest goes. */
const most = 300

/** `onFull` is told of each statement for which the disk has no room. */
export function statements(file: SqliteFile.Database, onFull: () => void): SqliteDatabase {
  const guarded = guardedBy(onFull)
  const kept = new Map<string, SqliteStatement>()
  return {
    close: () => {
      kept.clear()
      file.close()
    },
    prepare: (sql) => {
      const wanted = beginAndRollback(file, sql)
      const found = kept.get(wanted)
      if (found) return found
      const made = guarded(() => file.prepare<unknown[]>(wanted))
      const statement: SqliteStatement = {
        reader: made.reader,
        all: (parameters) => guarded(() => made.all(...parameters)),
        run: (parameters) => guarded(() => made.run(...parameters)),
        iterate: (parameters) => guarded(() => made.iterate(...parameters)),
      }
      kept.set(wanted, statement)
      const oldest = kept.size > most ? kept.keys().next().value : undefined
      if (oldest !== undefined) kept.delete(oldest)
      return statement
    },
  }
}

/**
 * A transaction takes the write lock at once, since one that reads first could no longer take it after another process wrote.
 * When the disk is full SQLite rolls back by itself: a second rollback would hide the true error.
 */
function beginAndRollback(file: SqliteFile.Database, sql: string): string {
  if (sql === 'begin' && !file.readonly) return 'begin immediate'
  if (sql === 'rollback' && !file.inTransaction) return 'select 1'
  return sql
}

function guardedBy(onFull: () => void) {
  return <T>(work: () => T): T => {
    try {
      return work()
    } catch (error) {
      const known = asProductError(error)
      if (known instanceof Refusal) onFull()
      throw known
    }
  }
}
