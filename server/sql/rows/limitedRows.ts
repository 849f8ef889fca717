/** Rows that are added while there is room: one statement counts and writes. */
import { type Expression, type RawBuilder, sql } from 'kysely'
import type { Connection } from '../connection'
import { inTurn } from '../dialect'
import type { Schema } from '../schema'

type Value = string | number | null
type Row = Readonly<Record<string, Value | Expression<unknown>>>

/** Inserts a row where `condition` holds; `onConflict` ends the statement. False: not written. */
export async function insertWhere(
  db: Connection,
  table: keyof Schema,
  row: Row,
  [condition, onConflict = sql``]: readonly [
    condition: RawBuilder<unknown>,
    onConflict?: RawBuilder<unknown> | undefined,
  ],
): Promise<boolean> {
  const columns = Object.keys(row).map((column) => sql.ref(column))
  // PostgreSQL takes a parameter for the narrowest number that a driver sends.
  const values = Object.values(row).map((value) =>
    typeof value === 'number' ? sql`cast(${value} as bigint)` : sql`${value}`,
  )
  const added = await sql`
    insert into ${sql.table(table)} (${sql.join(columns)})
    select ${sql.join(values)} where ${condition} ${onConflict}`.execute(db)
  return added.numAffectedRows === 1n
}

/** Of an account, those that count towards its limit; `counted` narrows them down. */
export const rowsOf = (table: keyof Schema, account: string, counted: RawBuilder<unknown> = sql`1 = 1`) =>
  sql<number>`(select count(*) from ${sql.table(table)} where account_id = ${account} and ${counted})`

/** Others of the account who add to the table, or give rows back, wait for the end of it. */
export const inTurnOf = <T>(
  db: Connection,
  table: keyof Schema,
  account: string,
  work: (within: Connection) => Promise<T>,
): Promise<T> => inTurn(db, `${table} ${account}`, work)

type Limit = {
  readonly most: number
  /** Which rows of the account count; all of them where it is left out. */
  readonly counted?: RawBuilder<unknown>
  readonly onConflict?: RawBuilder<unknown>
}

/** Adds a row of an account that has fewer than `most`, however many requests come at once. */
export function insertLimited(
  db: Connection,
  table: keyof Schema,
  row: Row & { readonly account_id: string },
  { most, counted, onConflict }: Limit,
): Promise<boolean> {
  const condition = sql`${rowsOf(table, row.account_id, counted)} < ${most}`
  return inTurnOf(db, table, row.account_id, (within) => insertWhere(within, table, row, [condition, onConflict]))
}
