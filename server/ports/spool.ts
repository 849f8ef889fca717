/** Keeps messages as files, byte for byte: what has arrived or is to go, before and while a mailbox or the outbox refers to it. */
import type { Readable } from 'node:stream'
import type { SpoolId } from './mailStores'

export type Spool = {
  /** Writes a stream to the disk and answers only after fsync of file and folder. Throws `Refusal('tooLarge')` beyond `maxBytes`. */
  readonly put: (
    source: Readable | Uint8Array,
    maxBytes: number,
  ) => Promise<{ readonly id: SpoolId; readonly size: number }>
  readonly read: (id: SpoolId) => Promise<Readable>
  readonly size: (id: SpoolId) => Promise<number>
  /** Removes the file if nothing refers to it any more. */
  readonly release: (id: SpoolId) => Promise<void>
}
