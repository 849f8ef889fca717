/** What every part of the embedded mail store works with. */
import type { Transaction } from 'kysely'
import type { Clock } from '../../ports/clock'
import type { MimeReader } from '../../ports/mimeReader'
import type { Database } from '../../sql/openDatabase'
import type { Schema } from '../../sql/schema'
import type { FileSpool } from './spool'

export type MailContext = {
  readonly db: Database
  readonly spool: FileSpool
  readonly mime: MimeReader
  readonly clock: Clock
}

/** The connection itself or a transaction on it. */
export type Connection = Database | Transaction<Schema>

/** A list of values as one bound parameter, for `in (select value from json_each(…))`: no limit on how many. */
export function asJson(values: readonly (string | number)[]): string {
  return JSON.stringify(values)
}
