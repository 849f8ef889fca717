/** Keeps messages byte for byte, as files or in a database: what has arrived or is to go, before and while a mailbox or the outbox refers to it. */
import type { Readable } from 'node:stream'
import type { SpoolId } from '../mail.store'
import type { MimeSource } from '../mimeReader.port'

export type Spool = {
  /** Answers only when all of it is safe on the disk. Throws `Refusal('tooLarge')` beyond `maxBytes`. */
  readonly put: (
    source: Readable | Uint8Array,
    maxBytes: number,
  ) => Promise<{ readonly id: SpoolId; readonly size: number }>
  readonly read: (id: SpoolId) => Promise<Readable>
  readonly size: (id: SpoolId) => Promise<number>
  /** What the MIME reader takes: the file where the message is one, else its bytes in memory. */
  readonly source: (id: SpoolId) => Promise<MimeSource>
  /** Removes the message if nothing refers to it any more. */
  readonly release: (id: SpoolId) => Promise<void>
}
