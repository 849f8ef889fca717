/** Small records of an account as files of its archive: those that no other file of it has. */
import { sql } from 'kysely'
import type { Database } from '../sql/openDatabase'
import type { AccountTable } from '../sql/record'
import type { ArchivedRows } from './accountExports.store'

/** `columns`: by table, as they are registered in `server/composition/records.ts`. */
export function makeArchivedRows(db: Database, columns: ReadonlyMap<AccountTable, readonly string[]>): ArchivedRows {
  return async function* (account) {
    for (const [table, shown] of columns) {
      const refs = shown.map((column) => sql.ref(column))
      const { rows } = await sql`
        select ${sql.join(refs)} from ${sql.table(table)} where account_id = ${account} order by ${sql.join(refs)}`.execute(
        db,
      )
      yield { table, rows }
    }
  }
}
