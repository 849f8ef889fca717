/** A schema of a test's own in the lab's PostgreSQL, with every migration taken; dropped at the end. */
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { migrate } from '../../server/sql/migrate'
import type { Database } from '../../server/sql/openDatabase'
import { openPostgres } from '../../server/sql/postgres/openPostgres'

export async function makePostgresPlace() {
  const base = process.env.EP_LAB_DATABASE_URL
  if (!base)
    throw new Error('EP_LAB_DATABASE_URL is not set. These tests need PostgreSQL: npm run test:all -- --only servers')
  const name = `t_${randomBytes(8).toString('hex')}`
  const root = openPostgres(base, { connections: 1 })
  await sql`create schema ${sql.id(name)}`.execute(root)
  const url = new URL(base)
  url.searchParams.set('options', `-c search_path=${name}`)
  url.searchParams.set('application_name', name)
  const opened = new Set<Database>()
  const another = (connections = 4): Database => {
    const db = openPostgres(url.href, { connections })
    opened.add(db)
    return db
  }
  const shut = async (db: Database) => {
    opened.delete(db)
    await db.destroy()
  }
  let db = another()
  await migrate(db)
  return {
    url,
    schema: name,
    db: () => db,
    /** Ends every connection to this schema, as a restart of the server does. */
    cutOff: async () => {
      const own = sql`select pg_terminate_backend(pid, 5000) from pg_stat_activity where application_name = ${name}`
      return (await own.execute(root)).rows.length
    },
    /** What a second gateway has: its own connections to the same tables. */
    another,
    reopen: async () => {
      await shut(db)
      db = another()
      await migrate(db)
      return db
    },
    close: async () => {
      await Promise.all([...opened].map(shut))
      await sql`drop schema ${sql.id(name)} cascade`.execute(root)
      await root.destroy()
    },
  }
}

export type PostgresPlace = Awaited<ReturnType<typeof makePostgresPlace>>

/** A subject of a conformance suite: one store over such a schema. */
export async function postgresSubject<Store>(make: (db: Database) => Store) {
  const place = await makePostgresPlace()
  return { store: make(place.db()), reopen: async () => make(await place.reopen()), close: place.close }
}
