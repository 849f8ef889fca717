/** Brings a database to the newest shape: forward only, each step in a transaction of its own, each on record. */
import { sql, type Transaction } from 'kysely'
import { dialectOf, writesSideBySide } from './dialect'
import { migrations } from './migrations'
import type { Database } from './openDatabase'
import type { Schema } from './schema'

/** Names the lock under which gateways that start together take turns; any number that is always the same. */
const turn = 7_270_031

/** Answers the names of the steps that were taken now. */
export async function migrate(db: Database): Promise<readonly string[]> {
  const dialect = dialectOf(db)
  await inTurn(db, (it) =>
    sql`create table if not exists migrations (name text primary key, position integer not null)`.execute(it),
  )
  const taken: string[] = []
  for (const [position, migration] of migrations.entries()) {
    if (migration.on !== undefined && migration.on !== dialect) continue
    const isNew = await inTurn(db, async (transaction) => {
      // Asked within the transaction: two processes that start together must not both take the step.
      const known = await sql`select 1 from migrations where name = ${migration.name}`.execute(transaction)
      if (known.rows.length > 0) return false
      await migration.up(transaction, dialect)
      await sql`insert into migrations (name, position) values (${migration.name}, ${position})`.execute(transaction)
      return true
    })
    if (isNew) taken.push(migration.name)
  }
  return taken
}

/** A transaction that no other gateway's runs beside: SQLite has one writer anyhow. */
function inTurn<T>(db: Database, work: (transaction: Transaction<Schema>) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (transaction) => {
    if (writesSideBySide(db)) await sql`select pg_advisory_xact_lock(${turn})`.execute(transaction)
    return work(transaction)
  })
}
