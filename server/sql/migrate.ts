/** Brings a database to the newest shape: forward only, each step in a transaction of its own, each on record. */
import { sql } from 'kysely'
import { migrations } from './migrations'
import type { Database } from './openDatabase'

/** Answers the names of the steps that were taken now. */
export async function migrate(db: Database): Promise<readonly string[]> {
  await sql`create table if not exists migrations (name text primary key, position integer not null)`.execute(db)
  const taken: string[] = []
  for (const [position, migration] of migrations.entries()) {
    const isNew = await db.transaction().execute(async (transaction) => {
      // Asked within the transaction: two processes that start together must not both take the step.
      const known = await sql`select 1 from migrations where name = ${migration.name}`.execute(transaction)
      if (known.rows.length > 0) return false
      await migration.up(transaction)
      await sql`insert into migrations (name, position) values (${migration.name}, ${position})`.execute(transaction)
      return true
    })
    if (isNew) taken.push(migration.name)
  }
  return taken
}
