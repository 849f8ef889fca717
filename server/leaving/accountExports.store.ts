/** Keeps the archive of everything that an account asked for, its bytes in a `FileStore`. */
import type { Readable } from 'node:stream'
import * as v from 'valibot'
import { messageFormats } from '#contract/leaving/leavingRules'
import type { AccountId } from '../core/account'

export const wantedArchive = v.object({
  format: v.picklist(messageFormats),
  files: v.boolean(),
  language: v.picklist(['zh-CN', 'en-US']),
  /** In which the dates of names are written. */
  zone: v.string(),
})
export type WantedArchive = v.InferOutput<typeof wantedArchive>

export type StoredArchive = {
  readonly id: string
  readonly wanted: WantedArchive
  readonly madeAt: number
  /** Null until it is ready, and once its bytes are gone. */
  readonly size: number | null
  readonly endedAt: number | null
}

export type AccountExports = {
  readonly find: (account: AccountId) => Promise<StoredArchive | null>
  /** False where there is another one by now. */
  readonly add: (account: AccountId, id: string, wanted: WantedArchive, now: number) => Promise<boolean>
  /**
   * Writes the bytes, in the place of what an earlier try has left, and notes that it is ready.
   * False where it was given up meanwhile: then nothing of it is left.
   */
  readonly write: (account: AccountId, id: string, bytes: () => Readable, now: () => number) => Promise<boolean>
  /** The bytes of [from, to); null where they are gone. */
  readonly read: (
    account: AccountId,
    id: string,
    range: { readonly from: number; readonly to: number },
  ) => Promise<Readable | null>
  /** With its bytes; false where there is none of that id. */
  readonly remove: (account: AccountId, id: string) => Promise<boolean>
  readonly removeAll: (account: AccountId) => Promise<void>
  /** Bytes of before one moment go, and what is known of archives from before the other. */
  readonly sweep: (bytesBefore: number, toldBefore: number) => Promise<void>
}

/** By table, the rows of small records that no other file of the archive has. */
export type ArchivedRows = (account: AccountId) => AsyncGenerator<{ readonly table: string; readonly rows: unknown }>
