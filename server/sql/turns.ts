/** Turns of those who look before they write: PostgreSQL shows nobody what is not committed. */
import { sql } from 'kysely'
import type { Connection } from './connection'
import { writesSideBySide } from './dialect'

/** Others of the same key wait for the end of the transaction; SQLite has one writer anyway. */
export async function takeTurn(within: Connection, key: string): Promise<void> {
  if (writesSideBySide(within)) await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(within)
}

/** Runs one statement that counts and writes, in its turn. */
export async function inTurn<T>(db: Connection, key: string, work: (within: Connection) => Promise<T>): Promise<T> {
  if (!writesSideBySide(db)) return work(db)
  if (!db.isTransaction) return db.transaction().execute((within) => inTurn(within, key, work))
  await takeTurn(db, key)
  return work(db)
}
