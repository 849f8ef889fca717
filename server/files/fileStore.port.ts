/** Keeps the bytes of stored files: on this machine, or in the database that gateways share. */
import type { Readable } from 'node:stream'

/** Where the bytes come from. */
export type FileSource = {
  readonly open: () => Promise<Readable>
  /** A file of this machine that holds them and never changes, or null: it need not be copied. */
  readonly path: string | null
}

/** Those of the ids to which no row refers; asked by batches. */
export type UnknownIds = (ids: readonly string[]) => Promise<readonly string[]>

export type FileStore = {
  /** Answers how many bytes are safe on the disk by then. One id always means the same bytes. */
  readonly put: (id: string, source: FileSource) => Promise<number>
  /** The bytes of [from, to) of a file of `size` bytes; null where it is gone. */
  readonly read: (id: string, range: { readonly from: number; readonly to: number }) => Promise<Readable | null>
  readonly remove: (ids: readonly string[]) => Promise<void>
  /** Takes away what was stored before an instant and nobody knows: its put was broken off. */
  readonly sweep: (before: number, unknownOf: UnknownIds) => Promise<void>
}
