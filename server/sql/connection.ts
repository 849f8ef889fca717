import type { Transaction } from 'kysely'
import type { Database } from './openDatabase'
import type { Schema } from './schema'

/** The connection itself or a transaction on it. */
export type Connection = Database | Transaction<Schema>

/** A list of values as one bound parameter, for `in (select value from json_each(…))`: no limit on how many. */
export function asJson(values: readonly (string | number)[]): string {
  return JSON.stringify(values)
}
