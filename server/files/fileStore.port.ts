/** Keeps the bytes of stored files: in a folder of this machine, or in the database that gateways share. */
import type { Readable } from 'node:stream'

/** Where the bytes come from. */
export type FileSource = {
  readonly open: () => Promise<Readable>
  /** A file of this machine that holds them and never changes, so that they need not be copied; else null. */
  readonly path: string | null
}

export type FileStore = {
  /** Answers how many bytes are safe on the disk by then. One id always means the same bytes: asked again, it stores them again. */
  readonly put: (id: string, source: FileSource) => Promise<number>
  /** The bytes of [from, to) of a file of `size` bytes; null where it is gone. */
  readonly read: (id: string, range: { readonly from: number; readonly to: number }) => Promise<Readable | null>
  readonly remove: (ids: readonly string[]) => Promise<void>
  /** Takes away what was stored before an instant and that nobody knows: the put that it came by was broken off. */
  readonly sweep: (before: number, isKnown: (id: string) => Promise<boolean>) => Promise<void>
}
