/** Which of the two databases is spoken to: almost nothing needs to know. */
import { PostgresAdapter } from 'kysely'
import type { Database } from './openDatabase'

export type Dialect = 'sqlite' | 'postgres'

/** `db` is the database itself or a transaction on it. */
export function dialectOf(db: Pick<Database, 'getExecutor'>): Dialect {
  return db.getExecutor().adapter instanceof PostgresAdapter ? 'postgres' : 'sqlite'
}

/** SQLite has one writer at a time; PostgreSQL many, and what is decided by looking first needs a lock there. */
export const writesSideBySide = (db: Pick<Database, 'getExecutor'>): boolean => dialectOf(db) === 'postgres'
