/** Rows that bear a name of their own within their account. */
import { sql } from 'kysely'
import type { Database } from '../openDatabase'
import type { Schema } from '../schema'
import { insertLimited } from './limitedRows'

type Named = { account_id: string; id: string; name: string; name_key: string }
/** A table with a unique index over account and `name_key`. */
export type NamedTable = { [Table in keyof Schema]: Schema[Table] extends Named ? Table : never }[keyof Schema]

/** The name, and columns beside those that every such row has. */
type Columns = { readonly name: string; readonly [column: string]: string | number | null }

/** The name as two that look alike share it. */
const keyOf = (name: string) => name.normalize('NFKC').toLowerCase()

export function namedRows(db: Database, table: NamedTable) {
  const bearerOf = async (account: string, name: string): Promise<string | null> => {
    const found = await sql<{ id: string }>`
      select id from ${sql.table(table)} where account_id = ${account} and name_key = ${keyOf(name)}`.execute(db)
    return found.rows[0]?.id ?? null
  }
  return {
    add: async (
      account: string,
      { id, name, ...columns }: Columns & { readonly id: string },
      most: number,
    ): Promise<'added' | 'full' | 'nameTaken'> => {
      const row = { account_id: account, id, name, name_key: keyOf(name), ...columns }
      const onConflict = sql`on conflict (account_id, name_key) do nothing`
      if (await insertLimited(db, table, row, { most, onConflict })) return 'added'
      return (await bearerOf(account, name)) === null ? 'full' : 'nameTaken'
    },
    /** False where there is no such row. */
    change: async (account: string, id: string, columns: Columns): Promise<boolean | 'nameTaken'> => {
      const isTaken = async () => ![null, id].includes(await bearerOf(account, columns.name))
      if (await isTaken()) return 'nameTaken'
      const row = { ...columns, name_key: keyOf(columns.name) }
      const values = Object.entries(row).map(([column, value]) => sql`${sql.ref(column)} = ${value}`)
      try {
        const changed = await sql`
          update ${sql.table(table)} set ${sql.join(values)} where account_id = ${account} and id = ${id}`.execute(db)
        return changed.numAffectedRows === 1n
      } catch (error) {
        // Another took the name in between: the index lets one of them have it.
        if (await isTaken()) return 'nameTaken'
        throw error
      }
    },
    remove: async (account: string, id: string): Promise<boolean> => {
      const gone = await sql`delete from ${sql.table(table)} where account_id = ${account} and id = ${id}`.execute(db)
      return gone.numAffectedRows === 1n
    },
  }
}
