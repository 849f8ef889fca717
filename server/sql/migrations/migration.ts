/** One step forward. What it did is never edited once it has been released: a change is a new step. */
import type { Transaction } from 'kysely'
import type { Schema } from '../schema'

export type Migration = { readonly up: (db: Transaction<Schema>) => Promise<void> }
