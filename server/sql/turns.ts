/** Turns of those who look before they write: PostgreSQL shows nobody what another has written and not committed. */
import { sql } from 'kysely'
import type { Connection } from './connection'
import { writesSideBySide } from './dialect'

/** Waits for others of the same key, which wait from now to the end of the transaction. SQLite has one writer at a time. */
export async function takeTurn(within: Connection, key: string): Promise<void> {
  if (writesSideBySide(within)) await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(within)
}

/** Runs one statement that counts and writes, in its turn; a transaction that is there already is used. */
export async function inTurn<T>(db: Connection, key: string, work: (within: Connection) => Promise<T>): Promise<T> {
  if (!writesSideBySide(db)) return work(db)
  if (!db.isTransaction) return db.transaction().execute((within) => inTurn(within, key, work))
  await takeTurn(db, key)
  return work(db)
}
