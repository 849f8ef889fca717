/** What a store registers, once, in `server/composition/records.ts`. */
import type { AccountId } from '../core/account'
import type { Dialect } from './dialect'
import type { Database } from './openDatabase'
import type { Schema } from './schema'

/** Tables whose rows name the account that they belong to. */
export type AccountTable = { [T in keyof Schema]: 'account_id' extends keyof Schema[T] ? T : never }[keyof Schema]

/** What stays behind, and a word why. */
export type Left = { readonly left: string }

/** Where an account's rows of a table go with it; a word alone says why they go nowhere. */
export type TableRule<Column extends string = string> =
  | string
  | {
      /** A transfer copies few `rows` as they are, and `contacts` under ids of their own. */
      readonly transfer: 'rows' | 'contacts' | Left
      /** The file of the archive that has them, or the columns that get one of their own. */
      readonly archive: { readonly in: string } | { readonly columns: readonly Column[] } | Left
    }

/** What its owner may read: ids of others, secrets and their hashes are never named. */
type OwnColumn<Table extends AccountTable> = Exclude<keyof Schema[Table] & string, 'account_id'>

export type SweepMoment = {
  /** Epoch milliseconds. */
  readonly now: number
  /** False in the first hour after the start, in case the wrong database was put back. */
  readonly mayRemoveFiles: boolean
}

/** `Files`: what is kept beside the database, such as messages and uploads. */
export type StoreRecord<Store, Files> = {
  readonly make: (db: Database, files: Files) => Store
  /** Removing an account deletes its rows of these in their order, by `account_id`. */
  readonly tables: { readonly [Table in AccountTable]?: TableRule<OwnColumn<Table>> }
  /** Where its tables are in one of the databases alone. */
  readonly on?: Dialect
  /** Deletes files, and rows that name the account by way of another row alone. */
  readonly drop?: (store: Store, account: AccountId, files: Files) => Promise<void>
  /** Removes what has run out. */
  readonly sweep?: (store: Store, moment: SweepMoment, files: Files) => Promise<void>
}
