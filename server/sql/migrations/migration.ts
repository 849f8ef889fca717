/** One step forward. What it did is never edited once it has been released: a change is a new step. */
import type { Transaction } from 'kysely'
import type { Dialect } from '../dialect'
import type { Schema } from '../schema'

export type Migration = {
  /** Where a step is for one of the databases alone; left out, it is for both. */
  readonly on?: Dialect
  readonly up: (db: Transaction<Schema>, dialect: Dialect) => Promise<void>
}
