/** Which of the two databases is spoken to: almost nothing needs to know. */
import { PostgresAdapter, sql, Transaction } from 'kysely'
import type { Connection } from './connection'
import type { Database } from './openDatabase'
import type { Schema } from './schema'

export type Dialect = 'sqlite' | 'postgres'

/** `db` is the database itself or a transaction on it. */
export function dialectOf(db: Pick<Database, 'getExecutor'>): Dialect {
  return db.getExecutor().adapter instanceof PostgresAdapter ? 'postgres' : 'sqlite'
}

/** SQLite has one writer at a time; PostgreSQL many, and what is decided by looking first needs a lock there. */
export const writesSideBySide = (db: Pick<Database, 'getExecutor'>): boolean => dialectOf(db) === 'postgres'

/** Others of the same key wait for the end of the transaction; SQLite has one writer anyway. */
export async function waitForTurn(within: Transaction<Schema>, key: string): Promise<void> {
  if (writesSideBySide(within)) await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(within)
}

/** Runs one statement that counts and writes, in its turn. */
export async function inTurn<T>(db: Connection, key: string, work: (within: Connection) => Promise<T>): Promise<T> {
  if (!writesSideBySide(db)) return work(db)
  const waited = async (within: Transaction<Schema>) => {
    await waitForTurn(within, key)
    return work(within)
  }
  return db instanceof Transaction ? waited(db) : db.transaction().execute(waited)
}
