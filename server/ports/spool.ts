/** Keeps messages byte for byte, as files or in a database: what has arrived or is to go, before and while a mailbox or the outbox refers to it. */
import type { Readable } from 'node:stream'
import type { SpoolId } from './mailStores'

export type Spool = {
  /** Answers only when all of it is safe on the disk. Throws `Refusal('tooLarge')` beyond `maxBytes`. */
  readonly put: (
    source: Readable | Uint8Array,
    maxBytes: number,
  ) => Promise<{ readonly id: SpoolId; readonly size: number }>
  readonly read: (id: SpoolId) => Promise<Readable>
  readonly size: (id: SpoolId) => Promise<number>
  /** Removes the message if nothing refers to it any more. */
  readonly release: (id: SpoolId) => Promise<void>
}
