import type { Readable } from 'node:stream'

/** Bytes with what their receiver is told of them. */
export type OutgoingFile = {
  readonly name: string
  readonly type: string
  /** Null where the length is known only at the end. */
  readonly size: number | null
  readonly stream: Readable
  readonly inline: boolean
  /** Asked for again, it is another: no cache keeps it. */
  readonly isFresh?: true
}
